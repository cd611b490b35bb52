-- The days until today, about 100,000 rows at once. An empty database begins its days when somebody asks for the first.
update store_days_begun set on_day = add_store_days(due.first, least(today, due.first + greatest(1, 100000 / due.stores) - 1))
from (select first_store_day_due() as first, (now() at time zone 'Asia/Shanghai')::date as today,
    (select count(*)::int from store) as stores) due
where due.stores > 0 and due.first <= due.today;
