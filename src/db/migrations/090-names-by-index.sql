-- A name is looked up by its id. As a security barrier, the view was computed for the whole staff by every statement that
-- joins it; as a plain view its condition is one more condition on the row that the index finds (decision 126).
create or replace view staff_name with (security_barrier = false) as
select staff.id, staff.name
from staff
where (
    select not relforcerowsecurity or pg_has_role(current_user, relowner, 'member')
      or current_setting('houtai.company', true) = '*'
    from pg_class where oid = 'staff'::regclass
  )
  or staff.company_code = (select current_setting('houtai.company', true)::bpchar)
  or (staff.company_code = '001' and staff.role = 1
    and (select coalesce(current_setting('houtai.company', true), '') <> ''));
