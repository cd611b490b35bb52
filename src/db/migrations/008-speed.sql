-- The days of one nick of a store: whether it belongs to somebody on all of them is asked nick by nick.
create index agent_daily_nick on agent_daily (store_id, nick, on_day);
