
-- == Views

-- The source location of `instruction` in `function` is `line` and `column` of `file` in `directory`,
-- in the source function `subprogram`. If the code was inlined, this is not `function`. Instructions
-- without a source location are left out.
CREATE VIEW "instruction_source" AS
SELECT
    "instruction"."instruction",
    "instruction"."function",
    "subprogram"."name" AS "subprogram",
    "source_file"."directory",
    "source_file"."name" AS "file",
    "source_location"."line",
    "source_location"."column"
FROM "instruction"
JOIN "instruction_location" ON "instruction_location"."instruction" = "instruction"."instruction"
JOIN "source_location" ON "source_location"."location" = "instruction_location"."location"
LEFT JOIN "scope_file" ON "scope_file"."scope" = "source_location"."scope"
LEFT JOIN "source_file" ON "source_file"."file" = "scope_file"."file"
LEFT JOIN "scope_subprogram" ON "scope_subprogram"."scope" = "source_location"."scope"
LEFT JOIN "subprogram" ON "subprogram"."subprogram" = "scope_subprogram"."subprogram";
