import { useSearchParams } from 'react-router'
import { can } from '#access/can.ts'
import { useUser } from '#kit/ui/user.tsx'
import { EntryScreen } from './EntryScreen.tsx'
import { ReviewList } from './ReviewList.tsx'

/** 客服工作日志: an agent writes the day, whoever reviews sees what was handed in; an address with a day is one's own. */
export function WorklogsScreen() {
  const user = useUser()
  const [params] = useSearchParams()
  return can(user, 'canReviewWorklog') && !params.has('on') ? <ReviewList /> : <EntryScreen />
}
