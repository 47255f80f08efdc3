-- The days of members who were active in the month before 0140.
SELECT fill_active_days(1000) AS filled
