module M = Map.Make (Int)
exception Odd of string
let () =
  let n = int_of_string Sys.argv.(1) in
  let m = List.fold_left (fun m i -> M.add i (i * i) m) M.empty (List.init n succ) in
  Printf.printf "squares %d\n" (M.fold (fun _ v s -> v + s) m 0);
  (try raise (Odd "odd") with Odd s -> Printf.printf "caught %s\n" s);
  let l = ref [] in
  for i = 1 to 100000 do l := float_of_int i :: (if i mod 1000 = 0 then [] else !l) done;
  Gc.full_major ();
  Printf.printf "%.1f %s\n" (List.fold_left ( +. ) 0. !l) (String.uppercase_ascii "done");
  at_exit (fun () -> print_endline "bye");
  if n > 1000 then exit 5
