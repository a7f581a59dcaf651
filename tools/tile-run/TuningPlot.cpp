//===- TuningPlot.cpp - A picture of what a tuner measured ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TuningPlot.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::tile;

/// Pixels. A letter of 13 pixels, bold, is at most 9 wide.
static constexpr unsigned kMargin = 16, kRow = 24, kBars = 420, kLetter = 9;
static constexpr size_t kMaxLetters = 60;

static std::string escape(StringRef text) {
  std::string result;
  for (char c : text)
    switch (c) {
    case '&':
      result += "&amp;";
      break;
    case '<':
      result += "&lt;";
      break;
    case '>':
      result += "&gt;";
      break;
    default:
      // XML has no other control characters.
      result += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
  return result;
}

/// The beginning of a long text; all of it stands in the title of its bar.
static std::string cut(StringRef text) {
  if (text.size() <= kMaxLetters)
    return text.str();
  size_t end = kMaxLetters;
  // Not within a character of UTF-8.
  while (end > 0 && (text[end] & 0xc0) == 0x80)
    --end;
  return text.take_front(end).str() + "...";
}

void tile::drawTuning(StringRef title, ArrayRef<TuningBar> bars,
                      raw_ostream &os) {
  size_t nameLetters = 0, labelLetters = 0;
  double largest = 0;
  for (const TuningBar &bar : bars) {
    nameLetters = std::max(nameLetters, cut(bar.name).size());
    labelLetters = std::max(labelLetters, cut(bar.label).size());
    largest = std::max(largest, bar.score);
  }
  unsigned left = kMargin + kLetter * nameLetters + 12, top = 44;
  unsigned width =
      std::max<unsigned>(left + kBars + kLetter * labelLetters + 2 * kMargin,
                         kLetter * cut(title).size() * 5 / 4 + 2 * kMargin);
  unsigned height = top + kRow * bars.size() + kMargin;
  os << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << width
     << ' ' << height << "\" width=\"" << width << "\" height=\"" << height
     << "\" role=\"img\" font-family=\"sans-serif\" font-size=\"13\">\n"
     << "<title>" << escape(title) << "</title>\n"
     << "<style>@media (prefers-color-scheme: dark) { .page { fill: #14161a } "
        "text { fill: #d8dbe0 } }</style>\n"
     << "<rect class=\"page\" width=\"100%\" height=\"100%\" "
        "fill=\"white\"/>\n"
     << "<text x=\"" << kMargin
     << "\" y=\"26\" font-size=\"16\" font-weight=\"bold\">"
     << escape(cut(title)) << "</text>\n";
  for (auto [i, bar] : llvm::enumerate(bars)) {
    unsigned y = top + kRow * i;
    double length = largest > 0 ? bar.score / largest * kBars : 0;
    os << "<g><title>" << escape(bar.name) << ": " << escape(bar.label)
       << "</title>\n<text x=\"" << left - 8 << "\" y=\"" << y + 15
       << "\" text-anchor=\"end\""
       << (bar.isChosen ? " font-weight=\"bold\"" : "") << '>'
       << escape(cut(bar.name)) << "</text>\n";
    if (bar.score > 0)
      os << "<rect x=\"" << left << "\" y=\"" << y + 3
         << llvm::format("\" width=\"%.1f\"", length) << " height=\""
         << kRow - 8 << "\" fill=\"" << (bar.isChosen ? "#3f8f4f" : "#2f6db3")
         << "\"/>\n";
    os << llvm::format("<text x=\"%.1f\"", left + length + 8) << " y=\""
       << y + 15 << "\">" << escape(cut(bar.label)) << "</text></g>\n";
  }
  os << "</svg>\n";
}
