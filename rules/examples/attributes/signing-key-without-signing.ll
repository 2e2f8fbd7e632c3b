; Broken: what is signed with the key?
declare void @step() "sign-return-address-key"="a_key"

; Near miss: the return addresses of all functions.
declare void @step() "sign-return-address-key"="a_key" "sign-return-address"="all"
