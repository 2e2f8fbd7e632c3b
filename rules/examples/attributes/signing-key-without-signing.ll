; Broken: no return addresses are signed with the key.
declare void @step() "sign-return-address-key"="a_key"

; Near miss: the return addresses of all functions are signed.
declare void @step() "sign-return-address-key"="a_key" "sign-return-address"="all"
