export const duty: Record<string, string> = {
  人数: 'People',
  '一行只能是每天、某个星期几或某一天。': 'A row is for every day, for a weekday or for one day.',
  '同一个班次的同一天只能填一次人数。': 'A shift has one number for the same day.',
  '这家店铺的人数刚被别人改过，这次的修改没有保存。请核对后再改。':
    'The numbers of this store were changed by somebody else just now; nothing was saved. Check them and try again.',
}
