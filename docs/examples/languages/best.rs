// rustc --edition 2021 best.rs -l kauri && ./best
use std::{ffi::c_void, os::raw::{c_char, c_int}, ptr::{null, null_mut}};

extern "C" {
    fn kauri_tablebase_open(folders: *const *const c_char, count: usize, options: *const c_void,
                            tables: *mut *mut c_void, error: *mut c_void) -> c_int;
    fn kauri_position_parse(text: *const c_char, position: *mut [u8; 28], error: *mut c_void) -> c_int;
    fn kauri_best_move(tables: *mut c_void, position: *const [u8; 28], hole: *mut c_int,
                       error: *mut c_void) -> c_int;
    fn kauri_tablebase_close(tables: *mut c_void);
}

fn main() {
    let (mut tables, mut position, mut hole) = (null_mut(), [0; 28], 0);
    let folder = b"tables\0".as_ptr().cast();
    let text = b"0+1,0,0,0+1,0+3,1+3/0,0+1,0,1,0+3,0 S\0".as_ptr().cast();
    unsafe {
        assert_eq!(kauri_tablebase_open(&folder, 1, null(), &mut tables, null_mut()), 0);
        assert_eq!(kauri_position_parse(text, &mut position, null_mut()), 0);
        assert_eq!(kauri_best_move(tables, &position, &mut hole, null_mut()), 0);
        kauri_tablebase_close(tables);
    }
    println!("best: hole {hole}");
}
