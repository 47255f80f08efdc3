-- An activity stores what happened and to whom, not a sentence: its words are made when it is read, so an erased name disappears and
-- a renamed project shows its title. `about_id` is the other member whom it names, `message` the words without any name, for servers
-- of the previous version.
ALTER TABLE activities
  ADD COLUMN kind text,
  ADD COLUMN about_id bigint REFERENCES users,
  ADD COLUMN params jsonb NOT NULL DEFAULT '{}';

CREATE INDEX activities_about ON activities (about_id) WHERE about_id IS NOT NULL;

-- Reads the sentence of an earlier version. Of several members with the name it is not known who it was.
CREATE FUNCTION name_activity(line activities) RETURNS activities LANGUAGE plpgsql AS $$
DECLARE
  known record;
  member text;
BEGIN
  SELECT k.* INTO known FROM (VALUES
    ('project:created', '^You created "(.*)"$', NULL, NULL),
    ('project:opened', '^You opened "(.*)"$', NULL, NULL),
    ('project:closed', '^You closed "(.*)"$', NULL, NULL),
    ('project:finished', '^You finished "(.*)"$', NULL, NULL),
    ('project:reopened', '^You reopened "(.*)"$', NULL, NULL),
    ('project:unclaimed', '^"(.*)" is closed: its creator is leaving Sangam$', NULL, NULL),
    ('transfer:accepted', '^You took over "(.*)"$', NULL, NULL),
    ('team:complete', '^The team of "(.*)" is complete$', NULL, NULL),
    ('seat:lost', '^You were removed from "(.*)"$', NULL, NULL),
    ('seat:taken', '^You joined "(.*)"$', NULL, NULL),
    ('seat:left', '^You left "(.*)"$', NULL, NULL),
    ('interest:shown', '^You showed interest in "(.*)"$', NULL, NULL),
    ('interest:approved', '^Your interest in "(.*)" was approved$', NULL, NULL),
    ('interest:denied', '^Your interest in "(.*)" was denied$', NULL, NULL),
    ('interest:withdrawn', '^You withdrew your interest in "(.*)"$', NULL, NULL),
    ('interest:unanswered', '^Your interest in "(.*)" got no answer in time$', NULL, NULL),
    ('interest:ended', '^Your interest in "(.*)" ended: the project was finished$', NULL, 'project_finished'),
    ('interest:ended', '^Your interest in "(.*)" ended: the project is no longer available$', NULL, 'project_deleted'),
    ('request:sent', '^You asked to join "(.*)"$', NULL, NULL),
    ('request:withdrawn', '^You withdrew your request to join "(.*)"$', NULL, NULL),
    ('request:rejected', '^Your request to join "(.*)" was rejected$', NULL, NULL),
    ('request:reopened', '^Your request to join "(.*)" was reopened$', NULL, NULL),
    ('request:unanswered', '^Your request to join "(.*)" got no answer in time$', NULL, NULL),
    ('request:ended', '^Your request to join "(.*)" ended: the project was finished$', NULL, 'project_finished'),
    ('request:ended', '^Your request to join "(.*)" ended: the project is no longer available$', NULL, 'project_deleted'),
    ('waitlist:joined', '^You are on the waitlist of "(.*)"$', NULL, NULL),
    ('waitlist:over', '^Your time on the waitlist of "(.*)" is over$', NULL, NULL),
    ('seat:offered', '^A seat in "(.*)" is held for you$', NULL, NULL),
    ('seat:declined', '^You declined the seat in "(.*)"$', NULL, NULL),
    ('seat:missed', '^The seat in "(.*)" was held for you, and you did not take it$', NULL, NULL),
    ('chat:begun', '^You started a conversation with (.*)$', 'You started a conversation with A member', NULL),
    ('chat:received', '^(.*) started a conversation with you$', 'A member started a conversation with you', NULL),
    ('member:removed', '^You removed (.*) from ".*"$', 'You removed A member from a project', NULL),
    ('transfer:done', '^(.*) took over ".*"$', 'A member took over a project', NULL),
    ('member:joined', '^(.*) joined ".*"$', 'A member joined a project', NULL),
    ('member:left', '^(.*) left ".*"$', 'A member left a project', NULL),
    ('interest:received', '^(.*) is interested in ".*"$', 'A member is interested in a project', NULL),
    ('request:received', '^(.*) asked to join ".*"$', 'A member asked to join a project', NULL),
    ('interest:lapsed', '^(.*) got no answer in time on their interest in ".*"$', 'A member got no answer in time on their interest in a project', NULL),
    ('request:lapsed', '^(.*) got no answer in time on joining ".*"$', 'A member got no answer in time on joining a project', NULL),
    ('seat:untaken', '^(.*) did not take the seat in ".*"$', 'A member did not take the seat in a project', NULL)
  ) AS k (kind, pattern, nameless, ended_by) WHERE line.message ~ k.pattern LIMIT 1;
  IF NOT FOUND THEN
    RETURN line;
  END IF;
  line.kind := known.kind;
  IF known.ended_by IS NOT NULL THEN
    line.params := jsonb_build_object('ended_by', known.ended_by);
  END IF;
  IF known.nameless IS NOT NULL THEN
    member := (regexp_match(line.message, known.pattern))[1];
    line.message := known.nameless;
    line.about_id := coalesce(line.other_id, (
      SELECT min(u.id) FROM users u WHERE u.name = member AND u.id <> line.user_id AND (
        EXISTS (SELECT FROM join_requests r WHERE r.project_id = line.project_id AND r.requester_id = u.id)
        OR EXISTS (SELECT FROM interests i WHERE i.project_id = line.project_id AND i.requester_id = u.id)
        OR EXISTS (SELECT FROM project_members m WHERE m.project_id = line.project_id AND m.user_id = u.id)
      ) HAVING count(*) = 1));
  END IF;
  RETURN line;
END $$;

UPDATE activities a SET (kind, about_id, params, message) =
  (SELECT n.kind, n.about_id, n.params, n.message FROM name_activity(a) n);

-- Servers of the previous version insert sentences until they are replaced.
CREATE FUNCTION name_old_activity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RETURN name_activity(NEW);
END $$;
CREATE TRIGGER activities_named BEFORE INSERT ON activities
  FOR EACH ROW WHEN (NEW.kind IS NULL) EXECUTE FUNCTION name_old_activity();
