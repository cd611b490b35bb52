-- How often a person has had masked values shown is counted from the log itself, by person and time.
create index audit_reveal on audit (actor_id, at) where action = 'reveal';
