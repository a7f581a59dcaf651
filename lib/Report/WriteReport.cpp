//===- WriteReport.cpp - Reports as JSON and as a page --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tile/Report/Report.h"

#include "tile/BuildInfo/BuildInfo.h"
#include "tile/Support/OutputFile.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::tile;
using llvm::StringRef;
namespace json = llvm::json;

/// The parts of the page, which are files of this folder.
static constexpr char kStyle[] =
#include "report.css.inc"
    ;
static constexpr char kScript[] =
#include "report.js.inc"

#include "colors.js.inc"

#include "pictures.js.inc"

#include "schedules.js.inc"

#include "advice.js.inc"

#include "compare.js.inc"

#include "details.js.inc"
    ;
static constexpr char kPage[] =
#include "report.html.inc"
    ;

namespace {
/// Writes the parts of a report into an object.
class ReportWriter {
public:
  ReportWriter(json::OStream &out, const Report &report)
      : out(out), report(report) {}
  void write();

private:
  void attribute(StringRef key, StringRef text) {
    out.attribute(key, json::fixUTF8(text));
  }
  void number(StringRef key, uint64_t value) {
    out.attribute(key, int64_t(value));
  }
  void writePlaces(llvm::ArrayRef<unsigned> places) {
    out.array([&] {
      for (unsigned place : places)
        out.value(int64_t(place));
    });
  }
  void writeTarget(const ReportTarget &target);
  void writeLayout(const ReportLayout &layout);
  void writeMemory(const sim::MemoryStatistics &memory);
  void writeRun(const ReportRun &run);
  void writeSchedule(const ReportSchedule &schedule);
  template <typename T, typename Write>
  void list(StringRef key, const std::vector<T> &items, Write write) {
    out.attributeArray(key, [&] {
      for (const T &item : items)
        out.object([&] { write(item); });
    });
  }

  json::OStream &out;
  const Report &report;
};
} // namespace

void ReportWriter::writeTarget(const ReportTarget &target) {
  attribute("name", target.name);
  number("threads", target.threads);
  number("static_shared_memory", target.staticSharedMemory);
  number("dynamic_shared_memory", target.dynamicSharedMemory);
  if (target.resources) {
    number("registers", target.resources->registers);
    number("stack", target.resources->stack);
    number("spill_stores", target.resources->spillStores);
    number("spill_loads", target.resources->spillLoads);
  }
  if (target.occupancy)
    out.attributeObject("occupancy", [&] {
      number("ctas", target.occupancy->ctas);
      number("warps", target.occupancy->warps);
      number("max_warps", target.occupancy->maxWarps);
      attribute("limit", getOccupancyLimitName(target.occupancy->limit));
    });
}

void ReportWriter::writeLayout(const ReportLayout &layout) {
  attribute("name", layout.name);
  attribute("text", layout.text);
  attribute("memory", layout.isShared ? "shared" : "registers");
  if (layout.isShared)
    number("element_bytes", layout.elementBytes);
  out.attributeArray("shape", [&] {
    for (StringRef dim : layout.map.getOutDimNames())
      out.value(int64_t(layout.map.getOutDimSize(dim)));
  });
  out.attributeObject("bases", [&] {
    for (StringRef dim : layout.map.getInDimNames())
      out.attributeArray(dim, [&] {
        for (int32_t i = 0; i < layout.map.getInDimSizeLog2(dim); ++i)
          out.array([&] {
            for (int32_t coordinate : layout.map.getBasis(dim, i))
              out.value(int64_t(coordinate));
          });
      });
  });
}

void ReportWriter::writeMemory(const sim::MemoryStatistics &memory) {
  number("requests", memory.requests);
  number("bytes", memory.bytes);
  number("sectors", memory.sectors);
  number("wavefronts", memory.wavefronts);
  number("bank_conflicts", memory.bankConflicts);
}

void ReportWriter::writeRun(const ReportRun &run) {
  const sim::Statistics &s = run.statistics;
  attribute("description", run.description);
  number("ctas", s.blocks);
  number("warps", s.warps);
  number("threads", s.threads);
  number("warp_instructions", s.getWarpInstructions());
  number("lane_instructions", s.getLaneInstructions());
  number("barriers", s.barriers);
  number("branches", s.branches);
  number("divergent_branches", s.divergentBranches);
  auto memory = [&](StringRef key, const sim::MemoryStatistics &m) {
    out.attributeObject(key, [&] { writeMemory(m); });
  };
  memory("global_loads", s.globalLoads);
  memory("global_stores", s.globalStores);
  memory("global_atomics", s.globalAtomics);
  memory("shared_loads", s.sharedLoads);
  memory("shared_stores", s.sharedStores);
  memory("shared_atomics", s.sharedAtomics);
  list("lines", run.lines, [&](const sim::LineStatistics &line) {
    number("line", line.line);
    number("warps", line.warps);
    number("lanes", line.lanes);
    if (line.divergentBranches)
      number("divergent_branches", line.divergentBranches);
    if (line.memory.requests)
      writeMemory(line.memory);
  });
}

void ReportWriter::writeSchedule(const ReportSchedule &schedule) {
  attribute("function", schedule.function);
  number("iterations", schedule.iterations);
  out.attributeArray("roles", [&] {
    for (const std::string &role : schedule.roles)
      out.value(role);
  });
  list("rings", schedule.rings, [&](const ReportRing &ring) {
    number("line", ring.line);
    attribute("name", ring.name);
    number("places", ring.places);
    if (!ring.full.empty())
      attribute("full", ring.full);
    if (!ring.empty.empty())
      attribute("empty", ring.empty);
    out.attribute("groups", ring.isInGroups);
  });
  list("steps", schedule.steps, [&](const ReportStep &step) {
    number("line", step.line);
    number("role", step.role);
    number("column", step.column);
    number("loop", step.loop);
    number("iteration", step.iteration);
    attribute("kind", step.kind);
    attribute("text", step.text);
    if (step.after)
      number("after", *step.after);
  });
  list("uses", schedule.uses, [&](const ReportUse &use) {
    number("ring", use.ring);
    number("place", use.place);
    number("step", use.step);
    number("first", use.first);
    number("last", use.last);
    attribute("kind", use.isFill ? "fill" : "read");
  });
}

void ReportWriter::write() {
  number("version", 1);
  attribute("tilewright", StringRef(describeBuild()).split('\n').first);
  attribute("kernel", report.kernel);
  attribute("input", report.input);
  number("num_warps", report.numWarps);
  number("programs_per_cta", report.programsPerCTA);
  list("arguments", report.arguments, [&](const KernelArgument &argument) {
    attribute("name", argument.name);
    attribute("type", argument.type);
    number("divisibility", argument.divisibility);
  });
  list("targets", report.targets,
       [&](const ReportTarget &target) { writeTarget(target); });
  out.attributeArray("files", [&] {
    for (const std::string &file : report.places.getFiles())
      out.value(json::fixUTF8(file));
  });
  // Of each place, its file and its line.
  out.attributeArray("places", [&] {
    for (auto [file, line] : report.places.getPlaces())
      out.array([&, file = file, line = line] {
        out.value(int64_t(file));
        out.value(int64_t(line));
      });
  });
  list("panes", report.panes, [&](const ReportPane &pane) {
    attribute("name", pane.name);
    attribute("title", pane.title);
    out.attributeArray("lines", [&] {
      for (const ReportLine &line : pane.lines)
        out.array([&] {
          out.value(json::fixUTF8(line.text));
          writePlaces(line.places);
        });
    });
  });
  list("layouts", report.layouts,
       [&](const ReportLayout &layout) { writeLayout(layout); });
  list("values", report.values, [&](const ReportValue &value) {
    number("line", value.line);
    attribute("name", value.name);
    attribute("type", value.type);
    number("layout", value.layout);
  });
  out.attributeObject("shared_memory", [&] {
    number("bytes", report.sharedBytes);
    list("places", report.sharedPlaces, [&](const ReportSharedPlace &place) {
      attribute("name", place.name);
      attribute("type", place.type);
      number("offset", place.offset);
      number("bytes", place.bytes);
      number("line", place.line);
      number("first", place.first);
      number("last", place.last);
    });
  });
  list("barriers", report.barriers, [&](const ReportBarrier &barrier) {
    number("line", barrier.line);
    attribute("scope", barrier.scope);
    number("loop_depth", barrier.loopDepth);
    number("clocks", barrier.clocks);
  });
  list("schedules", report.schedules,
       [&](const ReportSchedule &schedule) { writeSchedule(schedule); });
  list("messages", report.messages, [&](const ReportMessage &message) {
    attribute("severity", message.severity);
    attribute("text", message.text);
    out.attributeArray("notes", [&] {
      for (const std::string &note : message.notes)
        out.value(json::fixUTF8(note));
    });
    out.attributeBegin("places");
    writePlaces(message.places);
    out.attributeEnd();
  });
  out.attributeArray("gaps", [&] {
    for (const std::string &gap : report.gaps)
      out.value(gap);
  });
  if (report.run)
    out.attributeObject("run", [&] { writeRun(*report.run); });
}

static void writeObject(llvm::raw_ostream &os, const Report &report,
                        unsigned indent) {
  json::OStream out(os, indent);
  out.object([&] { ReportWriter(out, report).write(); });
}

void mlir::tile::writeJSON(llvm::raw_ostream &os, const Report &report) {
  writeObject(os, report, 1);
  os << '\n';
}

/// As the text of an element or an attribute.
static std::string escapeHTML(StringRef text) {
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
    case '"':
      result += "&quot;";
      break;
    default:
      result += c;
    }
  return result;
}

/// JSON in which no end of a script can be read.
static std::string makeInlineJSON(const Report &report) {
  std::string text, result;
  llvm::raw_string_ostream stream(text);
  writeObject(stream, report, 0);
  result.reserve(text.size());
  for (char c : text)
    if (c == '<')
      result += "\\u003c";
    else
      result += c;
  return result;
}

void mlir::tile::writePage(llvm::raw_ostream &os, const Report &report) {
  // Each mark of the template stands once, and is replaced in this order.
  const std::pair<StringRef, std::string> parts[] = {
      {"@TITLE@", escapeHTML(json::fixUTF8(report.kernel))},
      {"@STYLE@", kStyle},
      {"@DATA@", makeInlineJSON(report)},
      {"@SCRIPT@", kScript}};
  StringRef rest = kPage;
  for (const auto &[mark, text] : parts) {
    auto [before, after] = rest.split(mark);
    os << before << text;
    rest = after;
  }
  os << rest;
}

llvm::Error mlir::tile::writeReport(StringRef path, const Report &report) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (path.ends_with(".json"))
    writeJSON(stream, report);
  else
    writePage(stream, report);
  return writeOutput(path, text);
}
