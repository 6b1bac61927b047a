with Ada.Text_IO; use Ada.Text_IO;
with Ada.Command_Line; use Ada.Command_Line;
with Ada.Containers.Ordered_Maps;
procedure Sums is
   package Maps is new Ada.Containers.Ordered_Maps (Integer, Integer);
   M : Maps.Map;
   N : constant Integer := Integer'Value (Argument (1));
   Total : Integer := 0;
   task type Worker (From : Integer);
   protected Sum is
      procedure Add (X : Integer);
      function Get return Integer;
   private
      S : Integer := 0;
   end Sum;
   protected body Sum is
      procedure Add (X : Integer) is begin S := S + X; end Add;
      function Get return Integer is (S);
   end Sum;
   task body Worker is begin
      for I in 1 .. 10 loop Sum.Add (From); end loop;
   end Worker;
begin
   for I in 1 .. N loop M.Insert (I, I * I); end loop;
   for C in M.Iterate loop Total := Total + Maps.Element (C); end loop;
   declare
      A : Worker (1); B : Worker (2);
   begin null; end;
   Put_Line ("squares:" & Total'Image & " tasks:" & Sum.Get'Image);
   begin
      M.Insert (1, 1);
      Put_Line ("no exception");
   exception
      when Constraint_Error => Put_Line ("caught");
   end;
   if N > 1000 then Set_Exit_Status (2); end if;
end Sums;
