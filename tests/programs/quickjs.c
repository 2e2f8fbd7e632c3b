/* A program around QuickJS: runs the script that it is given. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "quickjs.h"
#include "quickjs-libc.h"

static JSValue twice(JSContext *context, JSValueConst self, int count, JSValueConst *arguments) {
    int number = 0;
    JS_ToInt32(context, &number, arguments[0]);
    return JS_NewInt32(context, 2 * number);
}

static void finalize(JSRuntime *runtime, JSValue value) { free(JS_GetOpaque(value, 1)); }

static char *read_file(const char *name) {
    FILE *file = fopen(name, "rb");
    static char text[1 << 16];
    if (!file)
        return NULL;
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    return text;
}

int main(int argc, char **argv) {
    char *script = argc > 1 ? read_file(argv[1]) : NULL;
    JSRuntime *runtime = JS_NewRuntime();
    js_std_init_handlers(runtime);
    JSContext *context = JS_NewContext(runtime);
    if (!script || !context)
        return 1;
    js_std_add_helpers(context, argc, argv);
    js_init_module_std(context, "std");
    js_init_module_os(context, "os");
    JSClassID id = 0;
    JSClassDef point = {"Point", .finalizer = finalize};
    JS_NewClassID(runtime, &id);
    JS_NewClass(runtime, id, &point);
    JSValue global = JS_GetGlobalObject(context);
    JS_SetPropertyStr(context, global, "twice", JS_NewCFunction(context, twice, "twice", 1));
    JS_FreeValue(context, global);
    JSValue result = JS_Eval(context, script, strlen(script), argv[1], JS_EVAL_TYPE_MODULE);
    int status = JS_IsException(result);
    if (status)
        js_std_dump_error(context);
    JS_FreeValue(context, result);
    js_std_loop(context);
    js_std_free_handlers(runtime);
    JS_FreeContext(context);
    JS_FreeRuntime(runtime);
    return status;
}
