import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** The texts that stay word for word (R13.1), by where they appear. `{…}` stands for a value. */
const texts = `
# Success
Login successful!
Welcome back! Your account won’t be deleted.
Registration successful!
Logged out successfully
Password reset successfully! You can now sign in with your new password.
Profile updated successfully!
Project created successfully!
Interest sent successfully!
Join request sent successfully!
Connection {approved or denied}
Conversation muted
Conversation unmuted
Project muted
Project unmuted
# Fields
Please fill in all fields
Please enter a valid email address
Email is required
Passwords do not match
Please choose a stronger password
Password must be at least 6 characters long
Password must be at least 8 characters long
This password is one of the most common. Choose another one.
Invalid reset link. Please request a new password reset.
Invalid conversation selected
# For visitors, who sign in first
Please login to show interest
Please log in to join projects
Please log in to create a project
Login to request to connect with the project owner.
# If the server is unreachable: login; forgot and reset
Something went wrong. Please try again.
Network error. Please try again.
# Failures
Failed to send reset email
Invalid or expired reset token
Failed to reset password
Authentication Failed
Failed to update profile
Failed to create project
Failed to share
Failed to send join request
Failed to send interest
Failed to update connection status
Failed to send message
Failed to load projects
Failed to load project details
Failed to load conversations
Failed to load messages
Failed to load notifications
Project not found
The project you are looking for does not exist.
Failed to mark notifications as read
Failed to clear the notification
Failed to change notifications
# If something other than the server answers
Login failed
Signup failed
# Followed by the server's reason
Failed to edit the message
Failed to delete the message
Failed to react to the message
Failed to remove the reaction
Failed to pin the message
Failed to unpin the message
Failed to mark as unread
Failed to archive the conversation
Failed to unarchive the conversation
Failed to save the message
Failed to remove from saved
# In the console only
Error fetching unread count
Error fetching notifications
Error fetching message data
Error marking messages as read
# Labels
Next-generation collaboration
Get Started
Remember me
Send Another Email
Back to Login
I'm Interested
Edit Profile
Early Adopter
Profile Complete
+{N}% from last month
+{N} new this week
+{N} more
Weak
Fair
Good
Strong
Online
Offline
Just now
Invalid time
Invalid date
Today
Yesterday
Message deleted
Hi! I'm interested in joining your project "{title}". I'd love to collaborate with you!
`
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

const root = fileURLToPath(new URL('../../../', import.meta.url));
const withoutComments = (code: string): string => code.replace(/\/\*[\s\S]*?\*\//gu, '').replace(/^\s*\/\/.*$/gmu, '');
const code = ['client/src', 'server/src', 'shared/src']
  .filter((folder) => existsSync(root + folder))
  .flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  )
  .filter((path) => /\.tsx?$/u.test(path) && !/\.test\.tsx?$|\/testing\//u.test(path))
  .map((path) => withoutComments(readFileSync(root + path, 'utf8')))
  .join('\n')
  .replace(/\s+/gu, ' ');

/** Matches a whole literal or an element's whole text; `{…}` in the list is `${…}` in the code. */
const isInCode = (text: string): boolean => {
  const pattern = text
    .split(/\{[^}]+\}/u)
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&').replaceAll("'", "\\\\?'"))
    .join('\\$\\{.+?\\}');
  return new RegExp(`(['"\`])${pattern}\\1|[>}] ?${pattern} ?[<{]`, 'u').test(code);
};

describe('quoted texts', () => {
  it('are more than sixty', () => {
    expect(texts.length).toBeGreaterThan(60);
  });

  it.each(texts)('"%s" stands in the code', (text) => {
    expect(isInCode(text)).toBe(true);
  });

  it('include the text of each refused act on a message', () => {
    const acts = readFileSync(`${root}client/src/chat/sync/transmit-act.ts`, 'utf8');
    const refusals = [...acts.matchAll(/'(Failed to [^']+)'/gu)].map(([, text]) => text);
    expect(refusals.length).toBeGreaterThan(10);
    expect(refusals.filter((text) => !texts.includes(text ?? ''))).toEqual([]);
  });
});
