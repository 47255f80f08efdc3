/** The controls that take the focus when they are pressed. */
const CONTROLS = 'a[href], button, input, select, summary';

/**
 * Focuses each control that is pressed, as most browsers do but Safari doesn't, so that a dialog, a menu or a form in place can return the
 * focus to it. A press that was prevented from moving the focus, as next to the field that it fills, still doesn't move it.
 */
export function focusPressed(root: Document | HTMLElement = document): void {
  const listen: Document['addEventListener'] = root.addEventListener.bind(root);
  listen(
    'click',
    ({ target, detail }: MouseEvent) => {
      // A click by code or by a key: the control has the focus already.
      if (detail === 0 || !(target instanceof Element)) return;
      const control = target.closest<HTMLElement>(CONTROLS);
      const { activeElement } = document;
      if (control && activeElement !== control && activeElement?.contains(control))
        control.focus({ preventScroll: true, focusVisible: false });
    },
    true,
  );
}
