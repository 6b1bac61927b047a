-- What statements.txt is about: a table of all kinds of columns, some of which came later or went, with NULLs in all places.
create table t (
	id int primary key, s smallint, i int, b bigint, gone text, r real, d double precision, n numeric(20, 6), x text, v varchar(40), c char(8),
	f boolean, day date, at timestamp, took interval, raw bytea, doc jsonb, list int[], a int not null default 7
);
insert into t select k, (k * 37) % 300 - 150, k * 7919 % 10007 - 5000, k::bigint * 1000003 * 10007 % 99999999977, 'gone' || k, k / 7.0::real, sqrt(k) * 100 - 300,
	(k * k * 1.37 - 500)::numeric(20, 6), repeat(chr(97 + k % 26), k % 9) || k, 'value ' || k % 17, 'c' || k % 5, k % 3 = 0,
	date '2020-02-28' + k, timestamp '2021-03-04 05:06:07' + k * interval '1 hour 13 minutes', k * interval '17 minutes 3 seconds',
	decode(md5(k::text), 'hex'), jsonb_build_object('k', k, 'name', 'n' || k % 4, 'in', jsonb_build_array(k, k + 1)), array[k, k * 2, k % 3], k % 11
	from generate_series(1, 90) k;
update t set s = null where id % 7 = 0;
update t set i = null where id % 11 = 0;
update t set x = null, doc = null where id % 13 = 0;
update t set n = null, d = null where id % 17 = 0;
update t set f = null, day = null where id % 5 = 0;
alter table t drop column gone;
alter table t add column later int default 42;
alter table t add column much text;
insert into t (id, i, x, later, much) select k, k, 'late' || k, null, repeat('m', k) from generate_series(91, 96) k;
create table u (id int, t int, w numeric, name text);
insert into u select k, k % 40, k * 0.25, 'u' || k % 6 from generate_series(1, 120) k;
create function twice(int) returns int language sql as 'select $1 * 2';
create function fact(n int) returns numeric language plpgsql as 'begin if n < 2 then return 1; end if; return n * fact(n - 1); end';
analyze;
