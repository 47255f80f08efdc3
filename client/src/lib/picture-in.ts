/** Returns the picture in an answer; null for a failure, and for a page, as of a network that asks to sign in. */
export const pictureIn = async (answer: Response): Promise<Blob | null> =>
  answer.ok && answer.headers.get('Content-Type')?.startsWith('image/') ? answer.blob() : null;
