-- An import writes 200,000 rows at once, and each reference of a row is a look-up of its own: a third of what its inserts
-- take. What a row follows from says the same: a waiting row's group belongs to the batch and goes with it, and a nick's
-- figures have their store, whose company they bear.
alter table import_row drop constraint import_row_batch_id_fkey;
alter table agent_daily drop constraint agent_daily_company_code_fkey;
-- Figures name confirmed imports only, which nobody deletes; but to delete a preview, years of figures were read for its
-- number.
alter table agent_daily drop constraint agent_daily_batch_id_fkey;
alter table store_daily drop constraint store_daily_batch_id_fkey;
