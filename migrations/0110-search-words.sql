-- People and projects are found by words without case and accents. `search_words` gives the words of shared/src/core/words.ts, each between
-- single spaces; a test compares them. A text with apostrophes has its words twice, so O'Brien becomes ` o brien obrien `. Classes and letters
-- were generated from Unicode's data, so the result depends on no locale.
CREATE FUNCTION search_words(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  found text := value;
BEGIN
  IF found ~ '[''’‘＇]' THEN
    found := found || ' ' || regexp_replace(found, '(?<=[^ ])[''’‘＇](?=[^ ])', '', 'g');
  END IF;
  IF octet_length(found) = length(found) THEN
    RETURN ' ' || trim(lower(regexp_replace(found, '[^a-zA-Z0-9]+', ' ', 'g') COLLATE "C")) || ' ';
  END IF;
  -- Each emoji is a word.
  found := regexp_replace(found, '(['
    '\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194-\u2199\u21a9-\u21aa\u231a-\u231b\u2328\u23cf\u23e9-\u23f3'
    '\u23f8-\u23fa\u24c2\u25aa-\u25ab\u25b6\u25c0\u25fb-\u25fe\u2600-\u2604\u260e\u2611\u2614-\u2615\u2618\u261d'
    '\u2620\u2622-\u2623\u2626\u262a\u262e-\u262f\u2638-\u263a\u2640\u2642\u2648-\u2653\u265f-\u2660\u2663'
    '\u2665-\u2666\u2668\u267b\u267e-\u267f\u2692-\u2697\u2699\u269b-\u269c\u26a0-\u26a1\u26a7\u26aa-\u26ab'
    '\u26b0-\u26b1\u26bd-\u26be\u26c4-\u26c5\u26c8\u26ce-\u26cf\u26d1\u26d3-\u26d4\u26e9-\u26ea\u26f0-\u26f5'
    '\u26f7-\u26fa\u26fd\u2702\u2705\u2708-\u270d\u270f\u2712\u2714\u2716\u271d\u2721\u2728\u2733-\u2734\u2744'
    '\u2747\u274c\u274e\u2753-\u2755\u2757\u2763-\u2764\u2795-\u2797\u27a1\u27b0\u27bf\u2934-\u2935\u2b05-\u2b07'
    '\u2b1b-\u2b1c\u2b50\u2b55\u3030\u303d\u3297\u3299\U0001f004\U0001f0cf\U0001f170-\U0001f171'
    '\U0001f17e-\U0001f17f\U0001f18e\U0001f191-\U0001f19a\U0001f201-\U0001f202\U0001f21a\U0001f22f'
    '\U0001f232-\U0001f23a\U0001f250-\U0001f251\U0001f300-\U0001f321\U0001f324-\U0001f393\U0001f396-\U0001f397'
    '\U0001f399-\U0001f39b\U0001f39e-\U0001f3f0\U0001f3f3-\U0001f3f5\U0001f3f7-\U0001f3fa\U0001f400-\U0001f4fd'
    '\U0001f4ff-\U0001f53d\U0001f549-\U0001f54e\U0001f550-\U0001f567\U0001f56f-\U0001f570\U0001f573-\U0001f57a'
    '\U0001f587\U0001f58a-\U0001f58d\U0001f590\U0001f595-\U0001f596\U0001f5a4-\U0001f5a5\U0001f5a8'
    '\U0001f5b1-\U0001f5b2\U0001f5bc\U0001f5c2-\U0001f5c4\U0001f5d1-\U0001f5d3\U0001f5dc-\U0001f5de\U0001f5e1'
    '\U0001f5e3\U0001f5e8\U0001f5ef\U0001f5f3\U0001f5fa-\U0001f64f\U0001f680-\U0001f6c5\U0001f6cb-\U0001f6d2'
    '\U0001f6d5-\U0001f6e5\U0001f6e9\U0001f6eb-\U0001f6f0\U0001f6f3-\U0001f6fc\U0001f7e0-\U0001f7f0'
    '\U0001f90c-\U0001f93a\U0001f93c-\U0001f945\U0001f947-\U0001f9ff\U0001fa70-\U0001faf8'
    '][\U0001f3fb-\U0001f3ff]?)', ' \1 ', 'g');
  -- Everything else but letters, marks and numbers separates words.
  found := regexp_replace(found, '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007f'
    '\u0080-\u00a8\u00ab-\u00ad\u00af-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u02c2-\u02c5\u02d2-\u02df'
    '\u02e5-\u02eb\u02ed\u02ef-\u02ff\u0375\u037e\u0384-\u0385\u0387\u03f6\u0482\u055a-\u055f\u0589-\u058f\u05be'
    '\u05c0\u05c3\u05c6\u05f3-\u060f\u061b-\u061f\u066a-\u066d\u06d4\u06dd-\u06de\u06e9\u06fd-\u06fe\u0700-\u070f'
    '\u07f6-\u07f9\u07fe-\u07ff\u0830-\u083e\u085e\u0888\u0890-\u0891\u08e2\u0964-\u0965\u0970\u09f2-\u09f3'
    '\u09fa-\u09fb\u09fd\u0a76\u0af0-\u0af1\u0b70\u0bf3-\u0bfa\u0c77\u0c7f\u0c84\u0d4f\u0d79\u0df4\u0e3f\u0e4f'
    '\u0e5a-\u0e5b\u0f01-\u0f17\u0f1a-\u0f1f\u0f34\u0f36\u0f38\u0f3a-\u0f3d\u0f85\u0fbe-\u0fc5\u0fc7-\u0fda'
    '\u104a-\u104f\u109e-\u109f\u10fb\u1360-\u1368\u1390-\u1399\u1400\u166d-\u166e\u1680\u169b-\u169c\u16eb-\u16ed'
    '\u1735-\u1736\u17d4-\u17d6\u17d8-\u17db\u1800-\u180a\u180e\u1940-\u1945\u19de-\u19ff\u1a1e-\u1a1f\u1aa0-\u1aa6'
    '\u1aa8-\u1aad\u1b4e-\u1b4f\u1b5a-\u1b6a\u1b74-\u1b7f\u1bfc-\u1bff\u1c3b-\u1c3f\u1c7e-\u1c7f\u1cc0-\u1cc7\u1cd3'
    '\u1fbd\u1fbf-\u1fc1\u1fcd-\u1fcf\u1fdd-\u1fdf\u1fed-\u1fef\u1ffd-\u200b\u200e-\u203b\u203d-\u2048\u204a-\u206f'
    '\u207a-\u207e\u208a-\u208e\u20a0-\u20c1\u2100-\u2101\u2103-\u2106\u2108-\u2109\u2114\u2116-\u2118\u211e-\u2121'
    '\u2123\u2125\u2127\u2129\u212e\u213a-\u213b\u2140-\u2144\u214a-\u214d\u214f\u218a-\u2193\u219a-\u21a8'
    '\u21ab-\u2319\u231c-\u2327\u2329-\u23ce\u23d0-\u23e8\u23f4-\u23f7\u23fb-\u244a\u249c-\u24c1\u24c3-\u24e9'
    '\u2500-\u25a9\u25ac-\u25b5\u25b7-\u25bf\u25c1-\u25fa\u25ff\u2605-\u260d\u260f-\u2610\u2612-\u2613\u2616-\u2617'
    '\u2619-\u261c\u261e-\u261f\u2621\u2624-\u2625\u2627-\u2629\u262b-\u262d\u2630-\u2637\u263b-\u263f\u2641'
    '\u2643-\u2647\u2654-\u265e\u2661-\u2662\u2664\u2667\u2669-\u267a\u267c-\u267d\u2680-\u2691\u2698\u269a'
    '\u269d-\u269f\u26a2-\u26a6\u26a8-\u26a9\u26ac-\u26af\u26b2-\u26bc\u26bf-\u26c3\u26c6-\u26c7\u26c9-\u26cd\u26d0'
    '\u26d2\u26d5-\u26e8\u26eb-\u26ef\u26f6\u26fb-\u26fc\u26fe-\u2701\u2703-\u2704\u2706-\u2707\u270e\u2710-\u2711'
    '\u2713\u2715\u2717-\u271c\u271e-\u2720\u2722-\u2727\u2729-\u2732\u2735-\u2743\u2745-\u2746\u2748-\u274b\u274d'
    '\u274f-\u2752\u2756\u2758-\u2762\u2765-\u2775\u2794\u2798-\u27a0\u27a2-\u27af\u27b1-\u27be\u27c0-\u2933'
    '\u2936-\u2b04\u2b08-\u2b1a\u2b1d-\u2b4f\u2b51-\u2b54\u2b56-\u2bff\u2ce5-\u2cea\u2cf9-\u2cfc\u2cfe-\u2cff\u2d70'
    '\u2e00-\u2e2e\u2e30-\u3004\u3008-\u3020\u3036-\u3037\u303e-\u303f\u309b-\u309c\u30a0\u30fb\u3190-\u3191'
    '\u3196-\u319f\u31c0-\u31ef\u3200-\u321e\u322a-\u3247\u3250\u3260-\u327f\u328a-\u3296\u3298\u329a-\u32b0'
    '\u32c0-\u33ff\u4dc0-\u4dff\ua490-\ua4c6\ua4fe-\ua4ff\ua60d-\ua60f\ua673\ua67e\ua6f2-\ua716\ua720-\ua721'
    '\ua789-\ua78a\ua828-\ua82b\ua836-\ua839\ua874-\ua877\ua8ce-\ua8cf\ua8f8-\ua8fa\ua8fc\ua92e-\ua92f\ua95f'
    '\ua9c1-\ua9cd\ua9de-\ua9df\uaa5c-\uaa5f\uaa77-\uaa79\uaade-\uaadf\uaaf0-\uaaf1\uab5b\uab6a-\uab6b\uabeb\ufb29'
    '\ufbb2-\ufbd2\ufd3e-\ufd4f\ufd90-\ufd91\ufdc8-\ufdcf\ufdfc-\ufdff\ufe10-\ufe19\ufe30-\ufe6b\ufeff-\uff0f'
    '\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\uffe0-\ufffd\U00010100-\U00010102\U00010137-\U0001013f'
    '\U00010179-\U00010189\U0001018c-\U000101fc\U0001039f\U000103d0\U0001056f\U00010857\U00010877-\U00010878'
    '\U0001091f\U0001093f\U00010a50-\U00010a58\U00010a7f\U00010ac8\U00010af0-\U00010af6\U00010b39-\U00010b3f'
    '\U00010b99-\U00010b9c\U00010d6e\U00010d8e-\U00010d8f\U00010ead\U00010ed0-\U00010ed8\U00010f55-\U00010f59'
    '\U00010f86-\U00010f89\U00011047-\U0001104d\U000110bb-\U000110c1\U000110cd\U00011140-\U00011143'
    '\U00011174-\U00011175\U000111c5-\U000111c8\U000111cd\U000111db\U000111dd-\U000111df\U00011238-\U0001123d'
    '\U000112a9\U000113d4-\U000113d8\U0001144b-\U0001144f\U0001145a-\U0001145d\U000114c6\U000115c1-\U000115d7'
    '\U00011641-\U00011643\U00011660-\U0001166c\U000116b9\U0001173c-\U0001173f\U0001183b\U00011944-\U00011946'
    '\U000119e2\U00011a3f-\U00011a46\U00011a9a-\U00011a9c\U00011a9e-\U00011aa2\U00011b00-\U00011b09\U00011be1'
    '\U00011c41-\U00011c45\U00011c70-\U00011c71\U00011ef7-\U00011ef8\U00011f43-\U00011f4f\U00011fd5-\U00011fff'
    '\U00012470-\U00012474\U00012ff1-\U00012ff2\U00013430-\U0001343f\U00016a6e-\U00016a6f\U00016af5'
    '\U00016b37-\U00016b3f\U00016b44-\U00016b45\U00016d6d-\U00016d6f\U00016e97-\U00016e9a\U00016fe2\U0001bc9c'
    '\U0001bc9f-\U0001ccef\U0001ccfa-\U0001cef0\U0001cf50-\U0001d164\U0001d16a-\U0001d16c\U0001d173-\U0001d17a'
    '\U0001d183-\U0001d184\U0001d18c-\U0001d1a9\U0001d1ae-\U0001d241\U0001d245\U0001d300-\U0001d356\U0001d6c1'
    '\U0001d6db\U0001d6fb\U0001d715\U0001d735\U0001d74f\U0001d76f\U0001d789\U0001d7a9\U0001d7c3'
    '\U0001d800-\U0001d9ff\U0001da37-\U0001da3a\U0001da6d-\U0001da74\U0001da76-\U0001da83\U0001da85-\U0001da8b'
    '\U0001e14f\U0001e2ff\U0001e5ff\U0001e95e-\U0001e95f\U0001ecac\U0001ecb0\U0001ed2e\U0001eef0-\U0001f003'
    '\U0001f005-\U0001f0ce\U0001f0d1-\U0001f0f5\U0001f10d-\U0001f16f\U0001f172-\U0001f17d\U0001f180-\U0001f18d'
    '\U0001f18f-\U0001f190\U0001f19b-\U0001f1ad\U0001f200\U0001f210-\U0001f219\U0001f21b-\U0001f22e'
    '\U0001f230-\U0001f231\U0001f23b-\U0001f248\U0001f260-\U0001f265\U0001f322-\U0001f323\U0001f394-\U0001f395'
    '\U0001f398\U0001f39c-\U0001f39d\U0001f3f1-\U0001f3f2\U0001f3f6\U0001f4fe\U0001f53e-\U0001f548\U0001f54f'
    '\U0001f568-\U0001f56e\U0001f571-\U0001f572\U0001f57b-\U0001f586\U0001f588-\U0001f589\U0001f58e-\U0001f58f'
    '\U0001f591-\U0001f594\U0001f597-\U0001f5a3\U0001f5a6-\U0001f5a7\U0001f5a9-\U0001f5b0\U0001f5b3-\U0001f5bb'
    '\U0001f5bd-\U0001f5c1\U0001f5c5-\U0001f5d0\U0001f5d4-\U0001f5db\U0001f5df-\U0001f5e0\U0001f5e2'
    '\U0001f5e4-\U0001f5e7\U0001f5e9-\U0001f5ee\U0001f5f0-\U0001f5f2\U0001f5f4-\U0001f5f9\U0001f650-\U0001f67f'
    '\U0001f6c6-\U0001f6ca\U0001f6d3-\U0001f6d4\U0001f6e6-\U0001f6e8\U0001f6ea\U0001f6f1-\U0001f6f2'
    '\U0001f700-\U0001f7d9\U0001f800-\U0001f90b\U0001f93b\U0001f946\U0001fa00-\U0001fa6d\U0001fb00-\U0001fbef'
    '\U0001fbfa\U000e0001-\U000e007f'
    ']+', ' ', 'g');
  found := normalize(regexp_replace(normalize(found, NFKD), '[\u0300-\u036f\u02bc\u200c\u200d\ufe0e\ufe0f]', '', 'g'), NFC);
  found := translate(lower(found COLLATE "C"),
    'ÆÐØÞĐĦŁŊŒŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΑΕΗΙΟΥΩΒΓΔΖΘΚΛΜΝΞΠΡΣΤΦΧΨϏϘϚϜϞϠϷϺ'
    'ϽϾϿЕЂГЄЅІЈЉЊЋКИУЏАБВДЖЗЛМНОПРСТФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼ'
    'ӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖᲉẞỺỼỾℲↃⱠⱢⱣⱤⱧⱩⱫⱭⱮⱯⱰⱲⱵⱾⱿłøđðħŧıς',
    'ædoþdhlŋœtɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳαεηιουωβγδζθκλμνξπρστφχψϗϙϛϝϟϡϸϻ'
    'ͻͼͽеђгєѕіјљњћкиуџабвджзлмнопрстфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽ'
    'ӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆᲊßỻỽỿⅎↄⱡɫᵽɽⱨⱪⱬɑɱɐɒⱳⱶȿɀloddhtiσ');
  found := replace(replace(replace(replace(found, 'ß', 'ss'), 'œ', 'oe'), 'æ', 'ae'), 'þ', 'th');
  RETURN ' ' || trim(normalize(found, NFC)) || ' ';
END $$;

-- The words of a project: of its title alone, and of title, skills, creator and description, each on a line of its own.
ALTER TABLE projects ADD COLUMN title_words text NOT NULL DEFAULT '', ADD COLUMN search_words text NOT NULL DEFAULT '';

CREATE FUNCTION project_search_words(title text, skills text[], creator_name text, description text) RETURNS text
  LANGUAGE sql STABLE AS $$
    SELECT search_words(title) || chr(10) || array_to_string(ARRAY(SELECT search_words(skill) FROM unnest(skills) AS skill), '|')
      || chr(10) || search_words(creator_name) || chr(10) || search_words(description)
  $$;

CREATE OR REPLACE FUNCTION fill_project_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT project_search_text(NEW.title, NEW.description, users.name, NEW.required_skills), search_words(NEW.title),
    project_search_words(NEW.title, NEW.required_skills, users.name, NEW.description)
  INTO NEW.search_text, NEW.title_words, NEW.search_words
  FROM users WHERE users.id = NEW.creator_id FOR SHARE;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION rename_creator() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE projects SET search_text = project_search_text(title, description, NEW.name, required_skills),
    search_words = project_search_words(title, required_skills, NEW.name, description)
  WHERE creator_id = NEW.id;
  RETURN NULL;
END $$;

UPDATE projects p SET title_words = search_words(p.title),
  search_words = project_search_words(p.title, p.required_skills, u.name, p.description)
FROM users u WHERE u.id = p.creator_id;

-- Blocks are written again with the new words once one of their two members searches.
TRUNCATE search_blocks, search_members;
