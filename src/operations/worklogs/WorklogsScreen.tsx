import { useSearchParams } from 'react-router'
import { can } from '#access/can.ts'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import { useUser } from '#kit/ui/user.tsx'

// Nobody needs both at once.
const EntryScreen = lazyPart(() => import('./EntryScreen.tsx'), 'EntryScreen')
const ReviewList = lazyPart(() => import('./ReviewList.tsx'), 'ReviewList')

/** 客服工作日志: an agent writes the day, whoever reviews sees what was handed in; an address with a day is one's own. */
export function WorklogsScreen() {
  const user = useUser()
  const [params] = useSearchParams()
  return can(user, 'canReviewWorklog') && !params.has('on') ? <ReviewList /> : <EntryScreen />
}
