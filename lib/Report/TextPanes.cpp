//===- TextPanes.cpp - LLVM IR, PTX and SASS as lines ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Panes.h"

#include "tile/PTX/Characters.h"
#include "tile/PTX/Parser.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"

using namespace mlir;
using namespace mlir::tile;

//===----------------------------------------------------------------------===//
// LLVM IR
//===----------------------------------------------------------------------===//

namespace {
/// The debug locations in the text of a module:
///
///   !4 = !DIFile(filename: "a.mlir", directory: "/tmp")
///   !3 = distinct !DISubprogram(name: "f", scope: !4, file: !4, line: 3, ...)
///   !6 = !DILocation(line: 5, column: 3, scope: !3, inlinedAt: !8)
class DebugLocations {
public:
  explicit DebugLocations(ArrayRef<StringRef> lines) {
    for (StringRef line : lines) {
      auto [name, node] = line.split(" = ");
      unsigned number;
      if (name.consume_front("!") && !name.getAsInteger(10, number))
        nodes[number] = node;
    }
  }

  /// The place of a location, and of the calls that it is inlined by, from the
  /// inside out.
  SmallVector<unsigned> findPlaces(unsigned location, PlaceTable &places) {
    SmallVector<unsigned> found;
    std::optional<unsigned> next = location;
    for (unsigned depth = 0; next && depth < kMaxDepth; ++depth) {
      StringRef node = nodes.lookup(*next);
      std::string file = findFile(findNumber(node, "scope: !"));
      std::optional<unsigned> number = findNumber(node, "line: ");
      if (!file.empty() && number && *number != 0)
        found.push_back(places.add(file, *number));
      next = findNumber(node, "inlinedAt: !");
    }
    return found;
  }

  /// The number of the location of a line such as "ret void, !dbg !7, !srcloc
  /// !8", and the line without its metadata.
  static std::optional<unsigned> take(std::string &line) {
    if (!StringRef(line).contains(" !"))
      return std::nullopt;
    static constexpr StringLiteral kPattern =
        "^(.*[^,]),? !([a-zA-Z_.]+) !([0-9]+)( [{])?$";
    llvm::Regex metadata(kPattern);
    SmallVector<StringRef> parts;
    std::optional<unsigned> location;
    while (metadata.match(line, &parts)) {
      unsigned number;
      if (parts[2] == "dbg" && !parts[3].getAsInteger(10, number))
        location = number;
      line = (parts[1] + parts[4]).str();
    }
    return location;
  }

private:
  static constexpr unsigned kMaxDepth = 100;

  static std::optional<unsigned> findNumber(StringRef node, StringRef key) {
    size_t at = node.find(key);
    unsigned number;
    if (at == StringRef::npos ||
        node.drop_front(at + key.size()).consumeInteger(10, number))
      return std::nullopt;
    return number;
  }

  static std::string findString(StringRef node, StringRef key) {
    size_t at = node.find(key);
    if (at == StringRef::npos)
      return "";
    StringRef text = node.drop_front(at + key.size()).take_until([](char c) {
      return c == '"';
    });
    // "\22" is a quote.
    std::string result;
    while (!text.empty()) {
      unsigned code;
      if (text.front() == '\\' && text.size() >= 3 &&
          !text.substr(1, 2).getAsInteger(16, code)) {
        result += char(code);
        text = text.drop_front(3);
        continue;
      }
      result += text.front();
      text = text.drop_front();
    }
    return result;
  }

  /// Of a scope: its own file, or that of the scope around it.
  std::string findFile(std::optional<unsigned> scope) {
    for (unsigned depth = 0; scope && depth < kMaxDepth; ++depth) {
      StringRef node = nodes.lookup(*scope);
      if (std::optional<unsigned> file = findNumber(node, "file: !")) {
        StringRef known = nodes.lookup(*file);
        SmallString<128> path(findString(known, "directory: \""));
        llvm::sys::path::append(path, findString(known, "filename: \""));
        return path.str().str();
      }
      scope = findNumber(node, "scope: !");
    }
    return "";
  }

  DenseMap<unsigned, StringRef> nodes;
};
} // namespace

CallPlaces tile::fillLLVMIRPane(ReportPane &pane, StringRef text,
                                PlaceTable &places) {
  CallPlaces calls;
  SmallVector<StringRef> lines;
  text.split(lines, '\n');
  DebugLocations locations(lines);
  auto isBlank = [&] {
    return pane.lines.empty() || pane.lines.back().text.empty();
  };
  for (StringRef line : lines) {
    // Metadata is for programs.
    if (line.starts_with("!") || (line.empty() && isBlank()))
      continue;
    ReportLine &added = pane.lines.emplace_back();
    added.text = line.str();
    std::optional<unsigned> location = DebugLocations::take(added.text);
    // A function has its own lines.
    if (!location || line.ends_with(" {"))
      continue;
    SmallVector<unsigned> found = locations.findPlaces(*location, places);
    for (unsigned place : found)
      added.addPlace(place);
    if (found.empty())
      continue;
    ArrayRef<unsigned> around = ArrayRef(found).drop_front();
    auto [entry, isNew] = calls.try_emplace(found.front(), around);
    if (!isNew)
      llvm::erase_if(entry->second, [&](unsigned place) {
        return !llvm::is_contained(around, place);
      });
  }
  while (!pane.lines.empty() && pane.lines.back().text.empty())
    pane.lines.pop_back();
  return calls;
}

void tile::addCalls(ReportPane &pane, const CallPlaces &calls) {
  for (ReportLine &line : pane.lines)
    for (unsigned place : llvm::to_vector(line.places))
      if (auto found = calls.find(place); found != calls.end())
        for (unsigned call : found->second)
          line.addPlace(call);
}

//===----------------------------------------------------------------------===//
// PTX
//===----------------------------------------------------------------------===//

namespace {
/// The places of the instructions of a module of PTX.
class PTXPlaces {
public:
  explicit PTXPlaces(StringRef text) : module(ptx::parseModule(text)) {
    for (const ptx::ModuleItem &item : module.value.items)
      if (auto *file = std::get_if<ptx::FileDirective>(&item))
        files[file->number] = ptx::unescapeString(file->path);
    for (const ptx::ModuleItem &item : module.value.items)
      if (auto *function = std::get_if<ptx::Function>(&item))
        if (function->body) {
          current.clear();
          calls.clear();
          visit(*function->body);
        }
  }

  /// Of a line of the text: files and lines in them.
  ArrayRef<std::pair<std::string, unsigned>> lookup(unsigned line) const {
    auto found = lines.find(line);
    if (found == lines.end())
      return {};
    return found->second;
  }

private:
  using Key = std::tuple<unsigned, unsigned, unsigned>;

  void visit(const ptx::Block &block) {
    for (const ptx::Statement &statement : block.statements) {
      if (auto *inner = statement.getIf<ptx::Block>())
        visit(*inner);
      else if (auto *line = statement.getIf<ptx::LineDirective>())
        enter(*line);
      else if (auto *instruction = statement.getIf<ptx::Instruction>())
        for (const ptx::SourceLine &source : current)
          if (auto file = files.find(source.file);
              file != files.end() && source.line != 0)
            lines[instruction->location.line].emplace_back(file->second,
                                                           source.line);
    }
  }

  void enter(const ptx::LineDirective &line) {
    auto getKey = [](const ptx::SourceLine &source) {
      return Key(source.file, source.line, source.column);
    };
    current = {line.source};
    if (!line.inlinedAt)
      return;
    // The call, and the calls that this one was itself inlined by.
    current.push_back(*line.inlinedAt);
    if (auto outer = calls.find(getKey(*line.inlinedAt)); outer != calls.end())
      llvm::append_range(current, outer->second);
    calls[getKey(line.source)] = {current.begin() + 1, current.end()};
  }

  ptx::ParseResult<ptx::Module> module;
  std::map<unsigned, std::string> files;
  std::vector<ptx::SourceLine> current;
  std::map<Key, std::vector<ptx::SourceLine>> calls;
  std::map<unsigned, std::vector<std::pair<std::string, unsigned>>> lines;
};

/// Finds the lines that are there for line information alone.
class LineInfoFilter {
public:
  bool isOwn(StringRef line) {
    line = line.trim();
    if (inSection) {
      inSection = !line.ends_with("}");
      return true;
    }
    if (line.starts_with(".section")) {
      inSection = !line.ends_with("}");
      return true;
    }
    if (line.starts_with(".file") || line.starts_with(".loc\t") ||
        line.starts_with(".loc "))
      return true;
    if (!line.consume_front("$L__") || !line.consume_back(":"))
      return false;
    return line.consume_front("tmp") || line.consume_front("func_begin") ||
           line.consume_front("func_end");
  }

private:
  bool inSection = false;
};
} // namespace

std::vector<unsigned> tile::fillPTXPane(ReportPane &pane, StringRef text,
                                        PlaceTable &places) {
  PTXPlaces found(text);
  LineInfoFilter filter;
  std::vector<unsigned> numbers = {0};
  text.consume_back("\n");
  SmallVector<StringRef> lines;
  text.split(lines, '\n');
  // Of an instruction that goes on in the next line.
  SmallVector<unsigned, 2> open;
  for (StringRef line : lines) {
    unsigned number = numbers.size();
    if (filter.isOwn(line)) {
      numbers.push_back(0);
      continue;
    }
    ReportLine &added = pane.lines.emplace_back();
    added.text = line.rtrim('\r').str();
    for (const auto &[file, sourceLine] : found.lookup(number))
      open.push_back(places.add(file, sourceLine));
    for (unsigned place : open)
      added.addPlace(place);
    if (line.contains(';'))
      open.clear();
    numbers.push_back(pane.lines.size());
  }
  return numbers;
}

//===----------------------------------------------------------------------===//
// SASS
//===----------------------------------------------------------------------===//

/// Adds the places of a line of nvdisasm, one or several of
/// `File "/tmp/a.mlir", line 12`.
static void addSASSPlaces(StringRef line, PlaceTable &places,
                          SmallVectorImpl<unsigned> &result) {
  constexpr StringLiteral kFile = "\"", kLine = "\", line ";
  while (true) {
    size_t end = line.find(kLine);
    if (end == StringRef::npos)
      return;
    size_t begin = line.take_front(end).rfind(kFile);
    StringRef rest = line.drop_front(end + kLine.size());
    unsigned number;
    if (begin == StringRef::npos || rest.consumeInteger(10, number))
      return;
    result.push_back(places.add(line.slice(begin + 1, end), number));
    line = rest;
  }
}

/// Whether a line opens the code of a function; `name` becomes the function's
/// name.
static bool isFunctionHead(StringRef line, StringRef &name) {
  line = line.trim();
  // cuobjdump: "Function : name".
  if (line.consume_front("Function : ")) {
    name = line.trim();
    return true;
  }
  // nvdisasm: "//--------------------- .text.name --------------------------".
  if (!line.consume_front("//---"))
    return false;
  line = line.trim('-').trim();
  name = line.consume_front(".text.") ? line : StringRef();
  return true;
}

void tile::fillSASSPane(ReportPane &pane, StringRef text, StringRef kernel,
                        PlaceTable &places) {
  SmallVector<StringRef> lines;
  text.split(lines, '\n');
  bool isInside = false;
  SmallVector<unsigned> current;
  bool isNewPlace = true;
  for (StringRef line : lines) {
    StringRef name, trimmed = line.trim();
    if (isFunctionHead(line, name)) {
      isInside = name == kernel;
      current.clear();
      continue;
    }
    if (!isInside)
      continue;
    if (trimmed.consume_front("//##")) {
      if (std::exchange(isNewPlace, false))
        current.clear();
      addSASSPlaces(trimmed, places, current);
      continue;
    }
    // "/*0010*/  MOV R1, c[0x0][0x28] ;  /* the code */", or a label.
    std::string shown;
    if (trimmed.starts_with(".L_") && trimmed.ends_with(":")) {
      shown = trimmed.str();
    } else if (trimmed.consume_front("/*")) {
      auto [address, instruction] = trimmed.split("*/");
      instruction = instruction.split("/*").first.trim();
      instruction.consume_back(";");
      // A second line of code has no instruction.
      if (instruction.empty())
        continue;
      shown = (address + "  " + instruction.trim()).str();
    } else {
      continue;
    }
    ReportLine &added = pane.lines.emplace_back();
    added.text = std::move(shown);
    if (!trimmed.ends_with(":"))
      for (unsigned place : current)
        added.addPlace(place);
    isNewPlace = true;
  }
}
