import { useSearchParams } from 'react-router'
import { can } from '#access/can.ts'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import { useUser } from '#kit/ui/user.tsx'

// Loaded separately: a user sees only one of them at a time.
const EntryScreen = lazyPart(() => import('./EntryScreen.tsx'), 'EntryScreen')
const ReviewList = lazyPart(() => import('./ReviewList.tsx'), 'ReviewList')

/** 客服工作日志: agents write their logs, reviewers see the list; with a day in the query string, their own log. */
export function WorklogsScreen() {
  const user = useUser()
  const [params] = useSearchParams()
  return can(user, 'canReviewWorklog') && !params.has('on') ? <ReviewList /> : <EntryScreen />
}
