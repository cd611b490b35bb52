-- 含量 is called 包量 now. A notice keeps its Chinese sentence as the key of its translations, so the stored ones follow.
update notice
set title = jsonb_set(title, '{sentence}', '"{name} {week} 咨询量达到包量的 {percent}%"')
where title ->> 'sentence' = '{name} {week} 咨询量达到含量的 {percent}%';

-- The list of warnings opens with 待处理. A view without a state was of all states, and stays so: `status=` is 全部.
-- The keys of a view's query are in order.
update saved_view
set query = (
  select string_agg(part, '&' order by split_part(part, '=', 1) collate "C", place)
  from unnest(string_to_array(nullif(query, ''), '&') || array['status=']) with ordinality as parts (part, place)
)
where list = 'list.warnings' and query !~ '(^|&)status=' and length(query) <= 1990;
