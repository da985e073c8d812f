package compare

import "context"

func (r *run) investigate(ctx context.Context, f *Finding) {}
