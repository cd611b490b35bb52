-- Names in the order in which lists and pickers show them: a page is read, not all that there are.
create index store_in_order on store (name_pinyin, id);
create index customer_in_order on customer (name_pinyin, id);
