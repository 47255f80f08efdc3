-- What both members have sent, and whose messages are checked, of all conversations.
SELECT fill_sent(5000) AS filled
