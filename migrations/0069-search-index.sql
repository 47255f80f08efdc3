-- Words go into the index with their block. Gathered first, they went in all at once later, in a statement of somebody's that then took
-- seconds; and each search read through what was gathered.
ALTER INDEX search_blocks_words SET (fastupdate = off);
