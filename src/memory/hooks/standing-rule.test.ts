import { describe, expect, test } from 'vitest'
import { isStandingRule } from './standing-rule.js'

describe('[HOK21] what is a rule', () => {
  test.each([
    'Never semicolons.',
    'No barrel files in src/.',
    'eu-central-1 only',
    'Deployments: eu-central-1 only.',
    'We never release on Fridays.',
    'Always start the database with db:up before the integration tests.',
    'Use pnpm, not npm.',
    'Don’t touch the generated client.',
    'Passwords must be hashed with argon2.',
    'The team prefers small commits.',
    'Decision: invoices are numbered inside the transaction.',
    'The API is public since May. You must not rename fields.',
    'Niemals freitags deployen.',
    'Keine Semikolons.',
    'Wir verwenden pnpm, nicht npm.',
    'Nur eu-central-1.',
    'Semikolons sind verboten.',
    'Kundendaten dürfen nicht in die Logs.',
    'Rechnungen müssen fortlaufend nummeriert werden.',
    'Bitte immer deutsch kommentieren.',
    'Jamais de point-virgule.',
  ])('[HOK21] %s', (text) => {
    expect(isStandingRule(text)).toBe(true)
  })

  test.each([
    'The checkout test fails on CI.',
    'The test never passed on Windows.',
    'The staging database listens on port 5433.',
    'Upgraded the framework to version 14.',
    'Der Test hat nie funktioniert.',
    'Die Datenbank läuft auf Port 5433.',
    'Moved the mails to a queue, which took two days.',
    'The customer only called once.',
  ])('[HOK21] not: %s', (text) => {
    expect(isStandingRule(text)).toBe(false)
  })
})
