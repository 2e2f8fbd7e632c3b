// A small spreadsheet: formulas are parsed into trees, which are evaluated and printed.
#include <cctype>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

class Sheet;
struct Number;
struct Reference;
struct Call;

struct ExprVisitor {
    virtual ~ExprVisitor() = default;
    virtual void visit(const Number& number) = 0;
    virtual void visit(const Reference& reference) = 0;
    virtual void visit(const Call& call) = 0;
};

struct Expr {
    virtual ~Expr() = default;
    virtual double evaluate(const Sheet& sheet) const = 0;
    virtual void accept(ExprVisitor& visitor) const = 0;
};

template <typename Derived>
struct Visitable : Expr {
    void accept(ExprVisitor& visitor) const override {
        visitor.visit(static_cast<const Derived&>(*this));  // calls: ReferenceCollector::visit, Printer::visit
    }
};

using ExprPtr = std::unique_ptr<Expr>;
using Function = double (*)(const std::vector<double>&);

struct Number : Visitable<Number> {
    explicit Number(double value) : value(value) {}
    double evaluate(const Sheet&) const override { return value; }
    const double value;
};

struct Reference : Visitable<Reference> {
    explicit Reference(std::string cell) : cell(std::move(cell)) {}
    double evaluate(const Sheet& sheet) const override;
    const std::string cell;
};

struct Call : Visitable<Call> {
    Call(Function function, std::string name) : function(function), name(std::move(name)) {}
    double evaluate(const Sheet& sheet) const override {
        std::vector<double> values;
        for (const ExprPtr& argument : arguments) {
            double value = argument->evaluate(sheet);  // calls: Number::evaluate, Reference::evaluate, Call::evaluate
            values.push_back(value);
        }
        return function(values);  // calls: sum, product, quotient, count
    }
    const Function function;
    const std::string name;
    std::vector<ExprPtr> arguments;
};

struct ReferenceCollector : ExprVisitor {
    std::vector<std::string> cells;
    void visit(const Number&) override {}
    void visit(const Reference& reference) override { cells.push_back(reference.cell); }
    void visit(const Call& call) override {
        for (const ExprPtr& argument : call.arguments) argument->accept(*this);
    }
};

struct Printer : ExprVisitor {
    void visit(const Number& number) override { text += std::to_string(static_cast<int>(number.value)); }
    void visit(const Reference& reference) override { text += reference.cell; }
    void visit(const Call& call) override {
        text += call.name;
        for (const ExprPtr& argument : call.arguments) {
            text += ' ';
            argument->accept(*this);  // calls: Visitable::accept
        }
    }
    std::string text;
};

static double sum(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }
static double product(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 1.0, std::multiplies<double>());
}
static double quotient(const std::vector<double>& values) {
    return values.at(1) ? values[0] / values[1] : throw std::domain_error("division by zero");
}
static double count(const std::vector<double>& values) { return static_cast<double>(values.size()); }

static const std::map<std::string, Function> functions{
    {"SUM", sum}, {"MUL", product}, {"DIV", quotient}, {"COUNT", count}};

struct SyntaxError : std::runtime_error { using std::runtime_error::runtime_error; };

class Parser {
    const std::string& text_;
    size_t at_ = 0;

public:
    explicit Parser(const std::string& text) : text_(text) {}

    ExprPtr parse() {
        size_t start = at_;
        while (at_ < text_.size() && std::isalnum(static_cast<unsigned char>(text_[at_]))) at_++;
        std::string word = text_.substr(start, at_ - start);
        if (word.empty()) throw SyntaxError("word expected");
        if (std::isdigit(static_cast<unsigned char>(word[0]))) return std::make_unique<Number>(std::stod(word));
        if (at_ == text_.size() || text_[at_] != '(') return std::make_unique<Reference>(word);
        auto function = functions.find(word);
        if (function == functions.end()) throw SyntaxError("unknown function " + word);
        auto call = std::make_unique<Call>(function->second, word);
        do {
            at_++;
            call->arguments.push_back(parse());
        } while (at_ < text_.size() && text_[at_] == ',');
        if (at_ == text_.size() || text_[at_++] != ')') throw SyntaxError("')' expected");
        return call;
    }
};

using Cell = std::variant<std::monostate, std::string, ExprPtr>;

class Sheet {
    std::map<std::string, Cell> cells_;
    std::vector<std::function<void(const std::string&)>> listeners_;

public:
    void set(const std::string& name, const std::string& text) {
        Cell& cell = cells_[name];
        if (text[0] == '=') {
            std::string formula = text.substr(1);
            ExprPtr expr = Parser(formula).parse();
            cell = std::move(expr);  // calls: Number::~Number, Reference::~Reference, Call::~Call
        } else {
            cell = text;
        }
        for (auto& listener : listeners_) listener(name);  // calls: Recorder::operator(), count_edits
    }

    double value(const std::string& name) const {
        auto cell = cells_.find(name);
        if (cell == cells_.end()) throw std::out_of_range(name);
        if (auto expr = std::get_if<ExprPtr>(&cell->second)) {
            return (*expr)->evaluate(*this);  // calls: Number::evaluate, Reference::evaluate, Call::evaluate
        }
        return 0;
    }
    std::string describe(const std::string& name) const;
    void listen(std::function<void(const std::string&)> listener) { listeners_.push_back(std::move(listener)); }
    void clear() {
        cells_.clear();  // calls: Number::~Number, Reference::~Reference, Call::~Call
    }
};

double Reference::evaluate(const Sheet& sheet) const { return sheet.value(cell); }

struct Describer {
    std::string operator()(std::monostate) const { return "empty"; }
    std::string operator()(const std::string& text) const { return "'" + text + "'"; }
    std::string operator()(const ExprPtr& expr) const {
        Printer printer;
        expr->accept(printer);  // calls: Visitable::accept
        return printer.text;
    }
};

std::string Sheet::describe(const std::string& name) const {
    return std::visit(Describer{}, cells_.at(name));  // calls: Describer::operator()
}

struct Recorder {
    std::vector<std::string>* names;
    void operator()(const std::string& name) const { names->push_back(name); }
};

int main() {
    std::vector<std::string> edited;
    int edits = 0;
    Sheet sheet;
    sheet.listen(Recorder{&edited});
    sheet.listen([&edits](const std::string&) { edits++; });  // named: count_edits
    const std::pair<const char*, const char*> edits_made[] = {
        {"A1", "=6"}, {"A2", "apples"}, {"A3", "=A1"}, {"B1", "=A3"}, {"B2", "=MUL(2,SUM(A1,B1))"},
        {"A1", "=8"}, {"B1", "=DIV(A1,A3)"}, {"B1", "=B2"}, {"B1", "=MUL(A3,7)"}, {"B3", "=DIV(B2,0)"}, {"B4", "=COUNT(A1)"}};
    for (auto& [cell, text] : edits_made) sheet.set(cell, text);
    for (const char* cell : {"B2", "B4"}) std::printf("%s = %g\n", cell, sheet.value(cell));
    for (const char* cell : {"A1", "A2", "A3", "B2"}) std::printf("%s: %s\n", cell, sheet.describe(cell).c_str());

    const std::vector<std::function<void()>> attempts{
        [&sheet] { sheet.value("B3"); },  // named: divide
        [&sheet] { sheet.value("Z9"); },  // named: read_nothing
        [&sheet] { sheet.set("C1", "=AVG(1)"); },  // named: write_unknown
    };
    for (auto& attempt : attempts) {
        try {
            attempt();  // calls: divide, read_nothing, write_unknown
        } catch (const SyntaxError& error) {
            std::printf("syntax error: %s\n", error.what());
        } catch (const std::out_of_range& error) {
            std::printf("no cell %s\n", error.what());
        } catch (const std::exception& error) {
            std::printf("%s\n", error.what());
        }
    }

    ReferenceCollector collector;
    for (const std::string formula : {"MUL(A1,B1,3)", "A2", "12"}) Parser(formula).parse()->accept(collector);
    std::printf("%zu references, %d edits of %zu\n", collector.cells.size(), edits, edited.size());
    sheet.clear();
}
