"""Ships and river flotillas, what befalls those that are hit (FE-28), and aircraft in the Arctic
(FE-30.7): part of the positions.
"""
