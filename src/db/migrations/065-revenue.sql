-- Whether a bill is revenue: it was issued and stands, and is neither a deposit (a liability) nor an opening balance
-- (revenue of an earlier book), nor a refund of either. `source_kind` is the kind of the bill that it refunds, or null.
create function is_revenue(status text, kind text, source_kind text) returns boolean
language sql immutable parallel safe as $$
  select status not in ('draft', 'void') and kind not in ('deposit', 'opening')
    and coalesce(source_kind not in ('deposit', 'opening'), true)
$$;
