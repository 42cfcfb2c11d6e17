// go run best.go
package main

// #cgo pkg-config: kauri
// #include <kauri/kauri.h>
import "C"
import "fmt"

func check(status uint32) {
	if status != 0 {
		panic(C.GoString(C.kauri_status_name(status)))
	}
}

func main() {
	var tables *C.struct_kauri_tablebase
	var position C.struct_kauri_position
	var hole C.int
	folder := C.CString("tables")
	text := C.CString("0+1,0,0,0+1,0+3,1+3/0,0+1,0,1,0+3,0 S")
	check(C.kauri_tablebase_open(&folder, 1, nil, &tables, nil))
	check(C.kauri_position_parse(text, &position, nil))
	check(C.kauri_best_move(tables, &position, &hole, nil))
	C.kauri_tablebase_close(tables)
	fmt.Println("best: hole", hole)
}
