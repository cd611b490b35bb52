-- Since when somebody is gone or disabled decides which days are owed and paid (058): entered late, it reaches into no
-- closed month. See docs/decisions/056.
select lock_by_month('staff_state', 'r.from_on', '''infinity''', events => '{insert}');
