-- The seats that were offered before 0195.
SELECT fill_offered_seats(100) AS filled
