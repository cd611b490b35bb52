-- A week of a customer that was merged into another is shown there too, where that one has no such week of its own: it
-- goes again with the undo (docs/decisions/024).
alter table customer_week add column copied_from int references customer;

-- The customer of a proposal is its store's, also after a merge.
alter table billing_proposal drop column customer_id;
