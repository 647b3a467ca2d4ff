"""The Syndicate, card by card."""

from __future__ import annotations

from tests.rulebook import rule
from tests.rules.call_of_cthulhu.position import position

PAY = "Syndicate 5; Syndicate 5; Syndicate 5"


def test_jack_brass_brady_leaves_before_an_ability_resolves():
    at = position(play="Clover Club Bouncer", their_play='Jack "Brass" Brady')

    at.do("my Clover Club Bouncer", 'their Jack "Brass" Brady', 'my Jack "Brass" Brady')

    assert at.hand(1) == ['Jack "Brass" Brady']
    assert at.sees(0)["their_hand"].sum() == 1


def test_dr_marinus_bicknell_willett_is_fast_and_strong_willed():
    at = position(play="Dr. Marinus Bicknell Willett")

    assert at.has("Dr. Marinus Bicknell Willett", "fast")
    assert at.has("Dr. Marinus Bicknell Willett", "willpower")


@rule("R10.6", "R10.10")
def test_richard_upton_pickman_borrows_texts():
    at = position(
        play="Richard Upton Pickman", domains="Neutral 2; Neutral 3", their_play="Hastur; Ghost"
    )

    at.do("my Richard Upton Pickman", "domain 0", "their Hastur")
    assert at.get("Richard Upton Pickman", "toughness") == 4
    assert at.get("Hastur", "toughness") == 0 and not at.has("Hastur", "villainous")
    assert at.icons("Hastur") == "TTTAA"
    at.do("my Richard Upton Pickman", "mode 1", "their Ghost")

    assert at.get("Ghost", "insane") == 1


def test_bag_man_is_fast():
    assert position(play="Bag Man").has("Bag Man", "fast")


def test_clover_club_bouncer_exhausts_to_weaken():
    at = position(play="Clover Club Bouncer", their_play="Bag Man")

    at.do("my Clover Club Bouncer", "their Bag Man")

    assert at.get("Bag Man", "skill") == 1
    assert at.get("Clover Club Bouncer", "exhausted") == 1


@rule("R10.5")
def test_clover_club_torch_singer_weakens_by_two_but_not_below_nothing():
    at = position(play="Clover Club Torch Singer", their_play="Patsy", domains="Neutral 1")

    at.do("my Clover Club Torch Singer", "their Patsy")

    assert at.get("Patsy", "skill") == 0


@rule("R4.7")
def test_triggerman_is_loyal():
    assert not position(hand="Triggerman", domains="Syndicate 1, Neutral 1").can("Triggerman")

    at = position(hand="Triggerman", domains="Syndicate 2")

    at.do("Triggerman")
    assert at.has("Triggerman", "willpower")


def test_syndicate_liaison_exhausts_somebody():
    at = position(hand="Syndicate Liaison", domains=PAY, their_play="Ghost; Patsy exhausted")

    at.do("Syndicate Liaison", "domain 0", "their Ghost")

    assert at.get("Ghost", "exhausted") == 1


def test_hard_case_exhausts_up_to_the_number_of_domains():
    at = position(hand="Hard Case", domains=PAY, their_play="Bag Man; Yellow Muse")

    at.do("Hard Case", "domain 0", "my Hard Case")
    assert "their Yellow Muse" not in at.legal
    at.do("their Bag Man")

    assert at.get("Bag Man", "exhausted") == 1


def test_patsy_removes_two_tokens():
    at = position(play="Patsy", tokens={(0, 1): 4, (1, 1): 1, (2, 0): 2, (2, 1): 3})

    at.do("my Patsy")
    assert at.legal == {"story 0", "story 2"}
    at.do("story 2", "seat 1")

    assert at.tokens(2) == [2, 1]
    one_sided = position(play="Patsy", tokens={(0, 1): 4, (1, 1): 2})
    one_sided.do("my Patsy", "story 0")
    assert one_sided.tokens(0) == [0, 2]


@rule("R4.11")
def test_extortionist_exhausts_when_overpaid():
    even = position(hand="Extortionist", domains="Syndicate 2", their_play="Ghost")
    even.do("Extortionist")
    assert not even.can("my Extortionist")

    at = position(hand="Extortionist", domains="Syndicate 3", their_play="Ghost; Cthulhu")
    at.do("Extortionist", "my Extortionist")
    assert at.legal == {"their Ghost", "my Extortionist"}
    at.do("their Ghost")

    assert at.get("Ghost", "exhausted") == 1


def test_freelance_photographer_readies_itself():
    at = position(play="Freelance Photographer exhausted", domains="Hastur 1")

    at.do("my Freelance Photographer")

    assert at.get("Freelance Photographer", "exhausted") == 0


def test_dutch_courage_toughens_ones_own():
    at = position(play="Dutch Courage; Ghost; Hired Muscle", their_play="Patsy")

    assert [at.get(title, "toughness") for title in ("Ghost", "Hired Muscle", "Patsy")] == [1, 2, 0]


def test_cathouse_readies_when_an_ability_is_overpaid():
    at = position(play="Cathouse; Clover Club Torch Singer; Ghost exhausted", domains="Hastur 2")

    at.do("my Clover Club Torch Singer", "my Ghost", "my Cathouse")

    assert at.get("Ghost", "exhausted") == 0


@rule("R9.8")
def test_alhazred_lamp_gives_every_icon():
    at = position(play="Ghost; Alhazred Lamp on Ghost", their_play="Hastur", domains="Hastur 3")

    assert at.icons("Ghost") == "TCAI"
    lit = position(play="Hastur", their_play="Ghost; Alhazred Lamp on Ghost", domains="Hastur 3")
    assert not lit.can("my Hastur")  # nobody can go insane


def test_like_a_moth_forgets_the_printed_skill():
    at = position(
        hand="Like a Moth", domains="Syndicate 2", their_play="G-Men; Altar of the Blessed"
    )

    at.do("Like a Moth")

    assert at.get("G-Men", "skill") == 1


def test_panic_exhausts_all_below_x():
    at = position(
        hand="Panic",
        domains="Syndicate 3",
        play="Ghost",
        their_play="Mad Artist; Bag Man; Yellow Muse",
    )

    at.do("Panic", "number 3")

    titles = ("Ghost", "Mad Artist", "Bag Man", "Yellow Muse")
    assert [at.get(title, "exhausted") for title in titles] == [1, 1, 1, 0]


def test_get_on_yer_feet_readies_and_strengthens_when_overpaid():
    at = position(hand="Get On Yer Feet!", domains="Syndicate 2", play="Ghost exhausted")

    at.do("Get On Yer Feet!")

    assert at.get("Ghost", "exhausted") == 0 and at.get("Ghost", "skill") == 4
    awake = position(hand="Get On Yer Feet!", domains="Syndicate 2", play="Ghost")
    awake.do("Get On Yer Feet!")  # a ready character may be chosen
    assert awake.get("Ghost", "skill") == 4


def test_low_blow_exhausts_the_ready_and_maddens_the_exhausted():
    at = position(
        hand="Low Blow; Low Blow",
        domains="Syndicate 2; Syndicate 2",
        their_play="Ghost; Keeper of the Golden Path exhausted",
    )

    at.do("Low Blow", "domain 0")  # a terror icon protects the exhausted Keeper
    assert at.get("Ghost", "exhausted") == 1
    at.do("Low Blow")

    assert at.get("Ghost", "insane") == 1


@rule("R10.22")
def test_legacy_of_ramses_returns_for_a_drained_domain():
    at = position(hand="Legacy of Ramses", domains="Syndicate 2; Hastur 1", play="Ghost exhausted")

    at.do("Legacy of Ramses")
    assert at.legal == {"done", "domain 1", "domain 2"}
    at.do("domain 2")

    assert at.hand() == ["Legacy of Ramses"]
    assert at.drained() == [True, False, True]
