import type { peopleLimits } from '@sangam/shared/people/limits';
import { cleanLinks } from '@sangam/shared/people/links';
import { listOfValues, noSuggestion } from '../../../lib/text/completion';
import { Form } from '../../../ui/form/Form';
import { Input } from '../../../ui/form/Input';
import { SuggestedInput } from '../../../ui/form/SuggestedInput';
import { Textarea } from '../../../ui/form/Textarea';
import { useFormSuggestions } from '../../state/form-suggestions';
import { checkFields, profileChecks } from '../profile/profile-checks';
import { SkillsInput } from '../profile/profile-inputs';
import { type PartFormProps, SAVE, usePartForm } from './use-part-form';

export function AboutForm({ user, onDone }: PartFormProps) {
  const { about } = profileChecks;
  const form = usePartForm(
    'about',
    { user, onDone },
    (own) => ({ about: own.about ?? '' }),
    (values) => checkFields({ about }, values),
  );
  return (
    <Form form={form} label="Edit about" submit={SAVE} onCancel={form.cancel} onEscape={onDone}>
      <Textarea label="About" rows={6} autoFocus {...form.text('about')} />
    </Form>
  );
}

export function LooksForForm({ user, onDone }: PartFormProps) {
  const { looks_for, takes_roles, free_from } = profileChecks;
  const { roles = [] } = useFormSuggestions();
  const form = usePartForm(
    'looks_for',
    { user, onDone },
    (own) => ({
      looks_for: own.looks_for ?? '',
      takes_roles: (own.takes_roles ?? []).join(', '),
      free_from: own.free_from ?? '',
    }),
    (values) => checkFields({ looks_for, takes_roles, free_from }, values),
  );
  return (
    <Form form={form} label="Edit looking for" submit={SAVE} onCancel={form.cancel} onEscape={onDone}>
      <Input
        label="Looking for"
        hint="For example: a designer for my project, or a team that builds for Android"
        autoComplete="off"
        autoFocus
        {...form.text('looks_for')}
      />
      <SuggestedInput
        label="Roles you would take"
        name="takes_roles"
        hint="Up to three, comma-separated, for example Designer, Backend developer"
        autoComplete="off"
        value={form.values.takes_roles}
        onText={(text) => form.change({ takes_roles: text })}
        known={roles}
        completion={form.values.takes_roles === '' ? noSuggestion : listOfValues}
        {...form.field('takes_roles')}
      />
      <Input
        label="Available from"
        hint="The day you’ll have time for a project. Leave it empty if you have time now."
        type="date"
        {...form.text('free_from')}
      />
    </Form>
  );
}

export function SkillsForm({ user, onDone }: PartFormProps) {
  const { skills } = profileChecks;
  const form = usePartForm(
    'skills',
    { user, onDone },
    (own) => ({ skills: own.skills.join(', ') }),
    (values) => checkFields({ skills }, values),
  );
  return (
    <Form form={form} label="Edit skills" submit={SAVE} onCancel={form.cancel} onEscape={onDone}>
      <SkillsInput form={form} isNew={user.skills.length === 0} autoFocus />
    </Form>
  );
}

const linkFields = ['link_1', 'link_2', 'link_3'] as const satisfies { length: typeof peopleLimits.linksMax };

/** GitHub and the other links. */
export function LinksForm({ user, onDone }: PartFormProps) {
  const { github_link, link } = profileChecks;
  const form = usePartForm(
    'links',
    { user, onDone },
    ({ github_link: github, links: [link_1 = '', link_2 = '', link_3 = ''] = [] }) => ({
      github_link: github ?? '',
      link_1,
      link_2,
      link_3,
    }),
    (values) => {
      const checked = checkFields({ github_link, link_1: link, link_2: link, link_3: link }, values);
      if (!checked.ok) return checked;
      const { github_link: github, ...others } = checked.value;
      return { ok: true, value: { github_link: github, links: cleanLinks(linkFields.map((field) => others[field])) } };
    },
  );
  return (
    <Form form={form} label="Edit links" submit={SAVE} onCancel={form.cancel} onEscape={onDone}>
      <Input
        label="GitHub"
        type="url"
        hint="Your username, or github.com/you"
        autoFocus
        {...form.text('github_link')}
      />
      {linkFields.map((field, index) => (
        <Input key={field} label={`Link ${index + 1}`} type="url" placeholder="example.com" {...form.text(field)} />
      ))}
    </Form>
  );
}
