use std::collections::HashMap;
use std::ffi::CStr;
use std::os::raw::{c_char, c_int};
use std::thread;
thread_local! { static SEEN: std::cell::RefCell<Vec<u64>> = std::cell::RefCell::new(Vec::new()); }
struct Drops(&'static str);
impl Drop for Drops { fn drop(&mut self) { println!("drop {}", self.0); } }
#[no_mangle]
pub extern "C" fn main(_: c_int, v: *const *const c_char) -> c_int {
    let n: u64 = unsafe { CStr::from_ptr(*v.add(1)) }.to_str().unwrap().parse().unwrap();
    let map: HashMap<u64, u64> = (1..=n).map(|i| (i, i * i)).collect();
    let all: Vec<_> = (0..4u64).map(|k| thread::spawn(move || SEEN.with(|s| { s.borrow_mut().push(k); k }))).collect();
    let threads: u64 = all.into_iter().map(|t| t.join().unwrap()).sum();
    println!("squares {} threads {}", map.values().sum::<u64>(), threads);
    std::panic::set_hook(Box::new(|_| ()));
    let r = std::panic::catch_unwind(|| { let _d = Drops("while unwinding"); let v: Vec<u32> = vec![]; v[n as usize] });
    println!("caught {}", r.is_err());
    if n > 1000 { 3 } else { 0 }
}
