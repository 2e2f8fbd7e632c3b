// A program around libsass: the style sheet that is given, in each output style, with a function and an importer
// written here, and style sheets with errors.
#include <cmath>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>
#include "sass/context.h"

namespace {

// A function that the style sheet can call.
struct Function {
    virtual ~Function() = default;
    virtual double of(double x) const = 0;
};

struct SquareRoot : Function {
    double of(double x) const override {
        if (x < 0) throw std::domain_error("the square root of a negative number");
        return std::sqrt(x);
    }
};

struct Power : Function {
    explicit Power(int exponent) : exponent(exponent) {}
    double of(double x) const override { return std::pow(x, exponent); }
    int exponent;
};

Sass_Value *call(const Sass_Value *arguments, Sass_Function_Entry entry, Sass_Compiler *) {
    auto function = static_cast<const Function *>(sass_function_get_cookie(entry));
    const Sass_Value *argument = sass_list_get_value(arguments, 0);
    if (!sass_value_is_number(argument)) return sass_make_error("a number was expected");
    try {
        return sass_make_number(function->of(sass_number_get_value(argument)), sass_number_get_unit(argument));
    } catch (const std::exception &error) {
        return sass_make_error(error.what());
    }
}

// The style sheets that `@import` finds by name, besides files.
using Sheets = std::map<std::string, std::string>;

Sass_Import_List import(const char *path, Sass_Importer_Entry entry, Sass_Compiler *) {
    auto sheets = static_cast<const Sheets *>(sass_importer_get_cookie(entry));
    auto sheet = sheets->find(path);
    if (sheet == sheets->end()) return nullptr;
    Sass_Import_List list = sass_make_import_list(1);
    list[0] = sass_make_import_entry(path, sass_copy_c_string(sheet->second.c_str()), nullptr);
    return list;
}

void set_options(Sass_Options *options, Sass_Output_Style style, std::vector<std::unique_ptr<Function>> &functions,
                 Sheets &sheets) {
    sass_option_set_output_style(options, style);
    sass_option_set_precision(options, 6);
    sass_option_set_source_comments(options, style == SASS_STYLE_EXPANDED);
    sass_option_set_source_map_file(options, "sheet.css.map");
    Sass_Function_List list = sass_make_function_list(2);
    sass_function_set_list_entry(list, 0, sass_make_function("square-root($x)", call, functions[0].get()));
    sass_function_set_list_entry(list, 1, sass_make_function("cube($x)", call, functions[1].get()));
    sass_option_set_c_functions(options, list);
    Sass_Importer_List importers = sass_make_importer_list(1);
    sass_importer_set_list_entry(importers, 0, sass_make_importer(import, 1, &sheets));
    sass_option_set_c_importers(options, importers);
}

void print(Sass_Context *context) {
    if (sass_context_get_error_status(context)) {
        std::cout << sass_context_get_error_message(context) << sass_context_get_error_json(context) << '\n';
        return;
    }
    std::cout << sass_context_get_output_string(context);
    if (const char *map = sass_context_get_source_map_string(context)) std::cout << map << '\n';
}

} // namespace

int main(int count, char **arguments) {
    std::vector<std::unique_ptr<Function>> functions;
    functions.push_back(std::make_unique<SquareRoot>());
    functions.push_back(std::make_unique<Power>(3));
    Sheets sheets{{"colors", "$accent: hsl(200, 60%, 40%) !default; %frame { border: 1px solid $accent; }"}};

    for (auto style : {SASS_STYLE_NESTED, SASS_STYLE_EXPANDED, SASS_STYLE_COMPACT, SASS_STYLE_COMPRESSED}) {
        for (int i = 1; i < count; i++) {
            Sass_File_Context *context = sass_make_file_context(arguments[i]);
            set_options(sass_file_context_get_options(context), style, functions, sheets);
            sass_compile_file_context(context);
            print(sass_file_context_get_context(context));
            sass_delete_file_context(context);
        }
    }

    const char *sources[] = {
        "a { width: $unknown; }",
        "a { width: 1px + 1s; }",
        "a { @extend .nothing; }",
        "a { width: square-root(-1); }",
        "a { width: cube(red); }",
        "@import 'nowhere';",
        "@function f($x) { @return f($x); } a { width: f(1); }",
        "@mixin m($x) { width: $x; } a { @include m(); }",
        "@error 'stop: #{1 + 1}';",
        "a { b: map-get(1, 2); }",
        "a { & > { } ",
        "a { color: rgb(1, 2); }",
        "a { width: nth(1 2 3, 4); }",
        "@each $x in (1, 2) { .a-#{$x} { @debug $x; @warn 'low'; } }",
    };
    for (const char *source : sources) {
        Sass_Data_Context *context = sass_make_data_context(sass_copy_c_string(source));
        set_options(sass_data_context_get_options(context), SASS_STYLE_NESTED, functions, sheets);
        sass_compile_data_context(context);
        print(sass_data_context_get_context(context));
        sass_delete_data_context(context);
    }
}
