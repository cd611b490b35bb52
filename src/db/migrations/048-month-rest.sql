-- What a list of months shows of a snapshot, beside the whole with its thousands of stores: it follows from the content,
-- so that nothing can ever write it otherwise. See docs/decisions/065.
alter table monthly_snapshot add column head jsonb not null generated always as (content - 'parts') stored;

-- Whoever asked that a month be opened again may think better of it.
alter table monthly_step
  drop constraint monthly_step_action_check,
  add constraint monthly_step_action_check check (action in ('close', 'reopen', 'request-reopen', 'withdraw-reopen')),
  drop constraint monthly_step_reopens_with_reason,
  add constraint monthly_step_reopens_with_reason check (action in ('close', 'withdraw-reopen') or reason is not null);
