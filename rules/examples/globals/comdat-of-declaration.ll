; Broken: the variable is defined elsewhere.
$limit = comdat any

@limit = external global i32, comdat

; Near miss: it is defined here, though other definitions may replace it.
$limit = comdat any

@limit = linkonce_odr global i32 80, comdat
