-- What the function takes is a thousand times what the planner supposes: where many rows fit it would rather work the
-- grams out row by row than read them from the index.
alter function search_grams(text, text, text) cost 10000;
