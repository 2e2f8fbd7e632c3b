
-- The call, invoke or callbr `instruction` in `caller` calls `callee` directly.
CREATE VIEW "direct_call" AS
SELECT
    "call_instruction"."instruction",
    "instruction"."function" AS "caller",
    "function"."function" AS "callee"
FROM "call_instruction"
JOIN "instruction" ON "instruction"."instruction" = "call_instruction"."instruction"
JOIN "function" ON "function"."value" = "call_instruction"."callee";

-- Control may go from `block` to `successor`, both in `function`. Several edges between
-- two blocks have one row.
CREATE VIEW "control_flow" AS
SELECT DISTINCT "block"."function", "block_successor"."block", "block_successor"."successor"
FROM "block_successor"
JOIN "block" ON "block"."block" = "block_successor"."block";

-- Operand `position` of `instruction` is `operand`, a value of kind `kind` and type `type`.
CREATE VIEW "typed_operand" AS
SELECT
    "instruction_operand"."instruction",
    "instruction_operand"."position",
    "instruction_operand"."operand",
    "value"."kind",
    "value"."type"
FROM "instruction_operand"
JOIN "value" ON "value"."value" = "instruction_operand"."operand";

-- The defined `function` has `blocks` blocks and `instructions` instructions.
CREATE VIEW "function_size" AS
SELECT
    "counted_blocks"."function",
    "counted_blocks"."blocks",
    COALESCE("counted_instructions"."instructions", 0) AS "instructions"
FROM (
    SELECT "function", COUNT(*) AS "blocks" FROM "block" GROUP BY "function"
) AS "counted_blocks"
LEFT JOIN (
    SELECT "function", COUNT(*) AS "instructions" FROM "instruction" GROUP BY "function"
) AS "counted_instructions"
    ON "counted_instructions"."function" = "counted_blocks"."function";

-- The function or variable `global` has the name `name` and `linkage`. `defined` is 1 if the module
-- defines it, and 0 if it only declares it.
CREATE VIEW "named_global" AS
SELECT
    "global"."global",
    "value_name"."name",
    "global"."linkage",
    CASE WHEN "global_flag"."flag" IS NULL THEN 1 ELSE 0 END AS "defined"
FROM "global"
JOIN "value_name" ON "value_name"."value" = "global"."global"
LEFT JOIN "global_flag"
    ON "global_flag"."global" = "global"."global" AND "global_flag"."flag" = 'declaration';
