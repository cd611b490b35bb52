-- The bills of a store's month: a change of its terms, a preview of a price and a proposal look them up. Without the index
-- each read all bills of all months.
create index customer_bill_store on customer_bill (store_id, month_on);
