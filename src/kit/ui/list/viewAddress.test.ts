import assert from 'node:assert/strict'
import { test } from 'node:test'
import { viewAddress, viewQuery } from './viewAddress.ts'

test('a view stores filters, sort and size in a fixed order, but not the page and its own id', () => {
  const params = new URLSearchParams('status=serving&current=3&saved=9&platform=jd&platform=tmall&sort=-name')
  assert.equal(viewQuery(params), 'platform=jd&platform=tmall&sort=-name&status=serving')
  assert.equal(viewQuery(new URLSearchParams('saved=0')), '')
})

test('a view opens at the first page, under its id', () => {
  assert.equal(viewAddress({ id: 7, query: 'status=serving' }).toString(), 'status=serving&saved=7')
  assert.equal(viewAddress(null).toString(), 'saved=0')
  assert.equal(viewQuery(viewAddress({ id: 7, query: 'keyword=%E6%99%A8' })), 'keyword=%E6%99%A8')
})
