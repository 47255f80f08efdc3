import {
  type ChangeEvent,
  createElement,
  type DragEvent,
  type SyntheticEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { createRoot } from 'react-dom/client';

/**
 * A page with every kind of control, which `light-react.test.ts` shows with all of React DOM and with the client's part of it. These are
 * the events that it notes.
 */
const EVENTS = [
  'Copy Cut Paste Focus Blur Change Input Invalid Reset Submit Error Load KeyDown KeyUp Click ContextMenu DoubleClick',
  'MouseDown MouseUp PointerDown PointerUp TouchStart TouchEnd DragStart DragEnd Drop Scroll Wheel TransitionEnd',
  'Toggle Cancel Close VolumeChange',
].flatMap((names) => names.split(' '));

const events: string[] = [];
Object.assign(window, { events });

type Props = Record<string, unknown> & { id: string };

const textOf = (target: EventTarget): string => {
  if (!(target instanceof HTMLInputElement)) return target instanceof HTMLTextAreaElement ? target.value : '';
  return ['checkbox', 'radio'].includes(target.type) ? String(target.checked) : target.value;
};

/** Notes each event that reaches the element, then calls its own handler. */
function noted(props: Props): Props {
  const all: Props = { ...props };
  for (const event of EVENTS)
    all[`on${event}`] = (given: SyntheticEvent) => {
      events.push(`${event} of ${(given.target as Element).id} at ${props.id}: ${textOf(given.target)}`);
      (props[`on${event}`] as ((given: SyntheticEvent) => void) | undefined)?.(given);
    };
  return all;
}

const el = (tag: string, props: Props, ...children: Parameters<typeof createElement>[2][]) =>
  createElement(tag, noted(props), ...children);

function EveryControl() {
  const [values, setValues] = useState<Record<string, string>>({ choice: 'b', radio: 'a' });
  const [isOpen, setOpen] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => (isOpen ? dialog.current?.showModal() : undefined), [isOpen]);
  const set = (id: string, value: string) => setValues((old) => ({ ...old, [id]: value }));
  const typed = (id: string, change = (text: string) => text) => ({
    id,
    value: values[id] ?? '',
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => set(id, change(target.value)),
  });
  const radio = (value: string) =>
    el('input', {
      id: value,
      type: 'radio',
      name: 'radio',
      checked: values.radio === value,
      onChange: () => set('radio', value),
    });
  const options = ['a', 'b', 'c'].map((value) => createElement('option', { key: value, value }, value));
  return el(
    'div',
    { id: 'all' },
    el(
      'form',
      { id: 'form', onSubmit: (event: SyntheticEvent) => event.preventDefault() },
      el('input', typed('text')),
      el(
        'input',
        typed('upper', (text) => text.toUpperCase()),
      ),
      el('input', { id: 'own', defaultValue: 'begun' }),
      el('input', { id: 'secret', type: 'password', required: true }),
      el('textarea', typed('area')),
      el('input', { ...typed('number'), type: 'number' }),
      el('input', {
        id: 'check',
        type: 'checkbox',
        checked: values.check === 'on',
        onChange: ({ target }: ChangeEvent<HTMLInputElement>) => set('check', target.checked ? 'on' : ''),
      }),
      el('input', { id: 'fixed', type: 'checkbox', checked: true }),
      radio('a'),
      radio('b'),
      el('select', typed('choice'), options),
      el('input', {
        id: 'file',
        type: 'file',
        onChange: ({ target }: ChangeEvent<HTMLInputElement>) => set('file', target.files?.[0]?.name ?? ''),
      }),
      el('button', { id: 'send' }, 'Send'),
      el('button', { id: 'reset', type: 'reset' }, 'Reset'),
    ),
    el('details', { id: 'details' }, el('summary', { id: 'summary' }, 'More'), 'Text'),
    el('button', { id: 'open', onClick: () => setOpen(true) }, 'Open'),
    el(
      'dialog',
      { id: 'dialog', ref: dialog, onClose: () => setOpen(false) },
      el('input', { id: 'first', autoFocus: true }),
    ),
    el(
      'div',
      { id: 'scroll', style: { height: 40, overflow: 'auto' } },
      createElement('div', { style: { height: 400 } }),
    ),
    el(
      'div',
      {
        id: 'drag',
        draggable: true,
        onDragStart: (event: DragEvent) => event.dataTransfer.setData('text/plain', 'dragged'),
      },
      'Drag',
    ),
    el(
      'div',
      {
        id: 'drop',
        onDragOver: (event: DragEvent) => event.preventDefault(),
        onDrop: (event: DragEvent) => set('drop', event.dataTransfer.getData('text/plain')),
      },
      'Drop',
    ),
    el('img', { id: 'picture', src: 'none.png', alt: '' }),
    el('audio', { id: 'sound' }),
    el('div', { id: 'moves', style: { transition: 'opacity 10ms', opacity: isOpen ? 0 : 1 } }),
    createPortal(el('button', { id: 'outside' }, 'Outside'), document.body),
    createElement('output', {}, JSON.stringify(values)),
  );
}

const root = document.createElement('div');
document.body.append(root);
createRoot(root).render(createElement(EveryControl));
