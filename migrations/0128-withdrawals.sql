-- When the applicant withdrew the request: two withdrawals in 30 days cool off, unlike leaving or declining a seat offer.
ALTER TABLE join_requests ADD COLUMN withdrawn_at timestamptz;
