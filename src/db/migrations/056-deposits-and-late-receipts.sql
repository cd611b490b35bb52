-- A bill that goes to another customer takes its part of a deposit along: neither customer may be left with less than none.
-- Asked when the transaction ends, because bills go one by one.
create function refuse_overdrawn_move() returns trigger language plpgsql as $$
begin
  perform from customer where id in (old.customer_id, new.customer_id) order by id for no key update;
  if deposit_held(old.customer_id) < 0 or deposit_held(new.customer_id) < 0 then
    raise exception 'more of a deposit than is held';
  end if;
  return null;
end $$;
create constraint trigger customer_bill_deposit_moved after update of customer_id on customer_bill
  deferrable initially deferred for each row when (old.customer_id <> new.customer_id)
  execute function refuse_overdrawn_move();

-- The day on which money came in, where its month was closed and it is booked on a later day.
alter table bill_receipt
  add column came_on date,
  add constraint bill_receipt_came check (came_on < on_day);
