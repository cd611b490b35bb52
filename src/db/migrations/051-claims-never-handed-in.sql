-- A claim that was never handed in is closed when its applicant leaves (docs/decisions/022): refused, with a reason, but
-- without a day on which it was handed in.
alter table reimbursement_bill
  drop constraint reimbursement_submitted_whole,
  add constraint reimbursement_submitted_whole check (
    status in ('draft', 'returned') or (status = 'rejected' and submitted_at is null)
    or (submitted_at is not null and payee_name is not null and total_cents > 0));
