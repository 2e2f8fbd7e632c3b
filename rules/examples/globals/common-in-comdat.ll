; Broken: both common and in a comdat.
$buffer = comdat any

@buffer = common global [64 x i8] zeroinitializer, comdat

; Near miss: weak instead of common.
$buffer = comdat any

@buffer = weak global [64 x i8] zeroinitializer, comdat
