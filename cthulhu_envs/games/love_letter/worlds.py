from cthulhu_envs.engine.jit import kernel


@kernel
def determinize(kit, s, seat):
    pass
