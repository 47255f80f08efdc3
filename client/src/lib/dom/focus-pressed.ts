/** The controls that take the focus when they are pressed. */
const CONTROLS = 'a[href], button, input, select, summary';

/**
 * Focuses each control that is pressed, as most browsers do: Safari leaves the focus on the page. A dialog, a menu and an answer in place
 * return it to the control that had it. A press that was kept from moving the focus, as next to the field that it fills, still doesn't.
 */
export function focusPressed(root: Document | HTMLElement = document): void {
  const listen: Document['addEventListener'] = root.addEventListener.bind(root);
  listen(
    'click',
    ({ target, detail }: MouseEvent) => {
      // A click by code or by a key, which reaches what has the focus already.
      if (detail === 0 || !(target instanceof Element)) return;
      const control = target.closest<HTMLElement>(CONTROLS);
      const { activeElement } = document;
      if (control && activeElement !== control && activeElement?.contains(control))
        control.focus({ preventScroll: true, focusVisible: false });
    },
    true,
  );
}
