import assert from 'node:assert/strict'
import { test } from 'node:test'
import { safeRedirect, signInPath } from './redirect.ts'

test('the sign-in path contains the current page and its query', () => {
  assert.equal(
    signInPath({ pathname: '/store-management', search: '?current=2&name=a' }),
    '/user/login?redirect=%2Fstore-management%3Fcurrent%3D2%26name%3Da',
  )
})

test('the sign-in page and the root are not used as redirect targets', () => {
  assert.equal(signInPath({ pathname: '/user/login', search: '?redirect=%2Fx' }), '/user/login')
  assert.equal(signInPath({ pathname: '/' }), '/user/login')
})

test('a path of this site is accepted as a redirect target', () => {
  assert.equal(safeRedirect('/store-management?current=2#top', '/welcome'), '/store-management?current=2#top')
})

test('any other redirect target is rejected', () => {
  const hostile = [
    null,
    undefined,
    '',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'welcome',
    ' /welcome',
    '\\/evil.example',
    '/user/login?redirect=/user/login',
  ]
  for (const redirect of hostile) {
    assert.equal(safeRedirect(redirect, '/welcome'), '/welcome', `followed ${JSON.stringify(redirect)}`)
  }
})
